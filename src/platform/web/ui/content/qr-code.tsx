import styles from './qr-code.module.css';

const margin = 4;

/** A QR code from its rows: dark on white in every theme, as cameras need it. */
export function QrCode({ rows, name }: { rows: readonly (readonly boolean[])[]; name: string }) {
  const size = rows.length + 2 * margin;
  return (
    <svg
      className={styles.qr}
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width={size} height={size} fill="#fff" />
      <path d={buildQrPath(rows)} fill="#1a1210" />
    </svg>
  );
}

/** Builds an SVG path that draws a QR code: one bar for each run of dark squares within a row. */
export function buildQrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => {
      const bars: string[] = [];
      let from = -1;
      for (let x = 0; x <= row.length; x++) {
        if (row[x] && from < 0) from = x;
        if (!row[x] && from >= 0) {
          bars.push(`M${from} ${y}h${x - from}v1H${from}z`);
          from = -1;
        }
      }
      return bars;
    })
    .join('');
}
