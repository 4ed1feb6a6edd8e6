import type { Totals } from '#features/money/ledger/totals.ts';
import { formatMoney } from '#platform/shared/money.ts';
import styles from './accounting.module.css';

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
  rows: readonly (Totals & { id: string; name: string })[];
  /** The totals of all rows, for a row at the end. */
  sum?: Totals;
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
            <Cells of={totals} />
          </tr>
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row" data-heads>
              All
            </th>
            <Cells of={sum} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

const Cells = ({ of }: { of: Totals }) =>
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
