import { buildQrPath } from '#platform/shared/qr-path.ts';
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
