import { formatMonth } from '#features/money/ledger/financial-year.ts';
import { BarChart } from '#platform/web/chart/bar-chart.tsx';
import type { Accounting } from '../contract.ts';
import styles from './accounting.module.css';

/** A bar chart of income and expenses by month. The table next to it has the figures. */
export const MonthsChart = ({ months }: { months: Accounting['by_month'] }) => (
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
