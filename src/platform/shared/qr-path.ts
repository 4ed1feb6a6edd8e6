/** A QR code's rows as the outline of an SVG path: one bar for each run of dark squares. */
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
