import { formatMoney } from '#platform/shared/money.ts';
import styles from './bar-chart.module.css';

/** Returns a round amount in pence, at least as high as the largest bar. Half of it is a round amount too. */
export function getScaleMaximum(largest: number): number {
  const pounds = Math.max(1, Math.ceil(largest / 100));
  const noughts = 10 ** Math.floor(Math.log10(pounds));
  const first = [1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * noughts >= pounds) ?? 10;
  return first * noughts * 100;
}

const width = 360;
const height = 200;
/** The edges of the area in which the bars are drawn. The amounts are to its left, and the names below it. */
const left = 46;
const base = height - 24;
const top = 10;

export interface ChartBarGroup {
  id: string;
  name: string;
  /** In pence. The first bar is drawn in ink, the optional second one in the accent colour. */
  amounts: readonly [number, number?];
}

/**
 * Draws amounts as bars. A table next to the chart has the figures, so for people who can't see the chart it is a
 * single image, described by `label`.
 */
export function BarChart({ label, bars }: { label: string; bars: readonly ChartBarGroup[] }) {
  const slot = (width - left) / Math.max(bars.length, 1);
  const thick = Math.max(2, Math.min(24, slot * 0.36));
  const scale = getScaleMaximum(Math.max(0, ...bars.flatMap(({ amounts: [first, second = 0] }) => [first, second])));
  const heightOf = (pence: number) => Math.max(0, (pence / scale) * (base - top));
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, 1, 2].map((line) => {
        const y = base - (line / 2) * (base - top);
        return (
          <g key={line}>
            <line className={styles.grid} x1={left} x2={width} y1={y} y2={y} />
            <text className={styles.amount} x={left - 6} y={y + 4}>
              {formatMoney((scale * line) / 2).replace(/\.00$/, '')}
            </text>
          </g>
        );
      })}
      {bars.map(({ id, name, amounts: [first, second] }, at) => {
        const middle = left + (at + 0.5) * slot;
        return (
          <g key={id}>
            <rect
              className={styles.first}
              x={second === undefined ? middle - thick / 2 : middle - thick - 0.5}
              y={base - heightOf(first)}
              width={thick}
              height={heightOf(first)}
            />
            {second !== undefined && (
              <rect
                className={styles.second}
                x={middle + 0.5}
                y={base - heightOf(second)}
                width={thick}
                height={heightOf(second)}
              />
            )}
            <text className={styles.name} x={middle} y={height - 8}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
