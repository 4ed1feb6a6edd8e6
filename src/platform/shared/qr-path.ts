/** Builds an SVG path that outlines a QR code's rows: one bar for each run of dark squares. */
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
