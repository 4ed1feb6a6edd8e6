/**
 * Breaks photographs into rows that all fill the width, even the last, with heights as similar as the shapes of the
 * photographs allow.
 * @param shapes the width of each photograph, divided by its height
 * @param wide the best width of a row, divided by its height
 * @returns the shapes, row by row
 */
export function divideIntoRows(shapes: readonly number[], wide: number): number[][] {
  // For each photograph: the cost of the best rows for the photographs before it, and the index at which the last of
  // these rows begins
  const best = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= shapes.length; end++) {
    let [chosen, width] = [{ cost: Number.POSITIVE_INFINITY, from: end - 1 }, 0];
    for (let from = end - 1; from >= 0 && (width < 2 * wide || from === end - 1); from--) {
      width += shapes[from] ?? 0;
      const cost = (best[from]?.cost ?? 0) + Math.log(width / wide) ** 2;
      if (cost <= chosen.cost) chosen = { cost, from };
    }
    best.push(chosen);
  }
  const rows: number[][] = [];
  for (let end = shapes.length; end > 0; ) {
    const { from } = best[end] ?? { from: 0 };
    rows.unshift(shapes.slice(from, end));
    end = from;
  }
  return rows;
}

/** A photograph's place in its row. */
export interface PicturePosition {
  /** The photograph's share of its row's width, from 0 to 1. */
  share: number;
  /** The number of other photographs in the same row. */
  beside: number;
}

/** Returns the place of each photograph in its row. */
export const layOutRows = (shapes: readonly number[], wide: number): PicturePosition[] =>
  divideIntoRows(shapes, wide).flatMap((row) => {
    const whole = row.reduce((sum, shape) => sum + shape, 0);
    // The share is rounded down, because a row that is slightly too wide would wrap
    const share = (shape: number) => Math.floor((shape / whole) * 1e5) / 1e5;
    return row.map((shape) => ({ share: share(shape), beside: row.length - 1 }));
  });
