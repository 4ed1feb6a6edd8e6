import { formatMonth } from '#features/money/ledger/financial-year.ts';
import type { LedgerTotals } from '#features/money/ledger/totals.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { BarChart } from '#platform/web/chart/bar-chart.tsx';
import type { AccountingContent } from '../contract.ts';
import styles from './accounting.module.css';

/** A bar chart of each month's income, and of its fees and refunds. The table next to it has the figures. */
export const MonthsChart = ({ months }: { months: AccountingContent['by_month'] }) => (
  <figure className={styles.chart}>
    <BarChart
      label="What came in and went out by month, as bars"
      bars={months.map(({ month, total, fees, refunds }) => ({
        id: month,
        name: formatMonth(month).slice(0, 3),
        amounts: [total, fees + refunds],
      }))}
    />
    <figcaption>
      <span className={styles.key} data-of="in" aria-hidden /> Left: money in.{' '}
      <span className={styles.key} data-of="out" aria-hidden /> Right: fees and refunds.
    </figcaption>
  </figure>
);

const columns = [
  ['total', 'In'],
  ['fees', 'Fees'],
  ['refunds', 'Refunds'],
  ['net', 'Net'],
] as const;

/** A table of totals, for example with a row for each plan or each show. */
export function TotalsTable({
  caption,
  of,
  rows,
  sum,
}: {
  caption: string;
  /** The heading of the first column. */
  of: string;
  rows: readonly (LedgerTotals & { id: string; name: string })[];
  /** The totals of all rows, for a row at the end. */
  sum?: LedgerTotals;
}) {
  return (
    <table className={`table table--stack table--cards ${styles.totals}`}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {columns.map(([, name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, ...totals }) => (
          <tr key={id}>
            <th scope="row" data-heads>
              {name}
            </th>
            <TotalsCells of={totals} />
          </tr>
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row" data-heads>
              All
            </th>
            <TotalsCells of={sum} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

const TotalsCells = ({ of }: { of: LedgerTotals }) =>
  columns.map(([key, name]) => (
    <td
      key={key}
      data-label={name}
      data-named
      data-sum={key === 'net' || undefined}
      className="num"
      data-nothing={of[key] === 0 || undefined}
    >
      {of[key] === 0 ? '–' : formatMoney(of[key])}
    </td>
  ));
