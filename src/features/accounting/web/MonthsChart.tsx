import { monthInWords } from '#features/books/year.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { Accounting } from '../contract.ts';
import styles from './Accounting.module.css';

const width = 360;
const height = 200;
/** Room for the amounts at the left, and for the months below. */
const left = 46;
const base = height - 24;
const top = 10;
const slot = (width - left) / 12;
const bar = 9;

/** A round amount, in pence, that is no less than the largest bar: 1, 2 or 5 and noughts. */
function scaleFor(largest: number): number {
  const pounds = Math.max(1, Math.ceil(largest / 100));
  const noughts = 10 ** Math.floor(Math.log10(pounds));
  const first = [1, 2, 5, 10].find((step) => step * noughts >= pounds) ?? 10;
  return first * noughts * 100;
}

/**
 * What came in and went out by month, as bars. The table beside it has the figures, so that this is one picture to who
 * can't see it.
 */
export function MonthsChart({ months }: { months: Accounting['by_month'] }) {
  const bars = months.map(({ month, total, fees, refunds }) => ({ month, inwards: total, outwards: fees + refunds }));
  const scale = scaleFor(Math.max(...bars.flatMap(({ inwards, outwards }) => [inwards, outwards])));
  const heightOf = (pence: number) => Math.max(0, (pence / scale) * (base - top));
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="What came in and went out by month, as bars">
        {[0, 1, 2].map((line) => {
          const y = base - (line / 2) * (base - top);
          return (
            <g key={line}>
              <line className={styles.grid} x1={left} x2={width} y1={y} y2={y} />
              <text className={styles.amount} x={left - 6} y={y + 4}>
                {asMoney((scale * line) / 2).replace(/\.00$/, '')}
              </text>
            </g>
          );
        })}
        {bars.map(({ month, inwards, outwards }, at) => {
          const middle = left + (at + 0.5) * slot;
          return (
            <g key={month}>
              <rect
                className={styles.inwards}
                x={middle - bar - 0.5}
                y={base - heightOf(inwards)}
                width={bar}
                height={heightOf(inwards)}
              />
              <rect
                className={styles.outwards}
                x={middle + 0.5}
                y={base - heightOf(outwards)}
                width={bar}
                height={heightOf(outwards)}
              />
              <text className={styles.month} x={middle} y={height - 8}>
                {monthInWords(month).slice(0, 3)}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span className={styles.key} data-of="in" aria-hidden /> In, on the left.{' '}
        <span className={styles.key} data-of="out" aria-hidden /> Fees and refunds, on the right.
      </figcaption>
    </figure>
  );
}
