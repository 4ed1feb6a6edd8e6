/**
 * Returns true if the words differ only by typing mistakes. If the shorter word has three letters, one may be missing
 * from it. With four to seven letters, one may be missing or wrong; with more, two may be, but never more than `most`.
 */
export function isTypingSlip(a: string, b: string, most = 2): boolean {
  const shorter = Math.min(a.length, b.length);
  const difference = Math.abs(a.length - b.length);
  if (shorter < 3 || difference > most) return false;
  if (shorter === 3) return difference === 1 && areWithinEdits(a, b, 1);
  const allowed = shorter < 8 ? 1 : most;
  return difference <= allowed && areWithinEdits(a, b, allowed);
}

/**
 * Returns true if at most `most` letters are wrong, missing, added, or swapped with their neighbour (optimal string
 * alignment). Only cells near the diagonal are computed, so the time grows with the words' length.
 */
function areWithinEdits(a: string, b: string, most: number): boolean {
  const far = most + 1;
  const at = (row: number[], of: number, column: number) => row[column - of + most] ?? far;
  let before: number[] = [];
  let above = Array.from({ length: 2 * most + 1 }, (_, place) => Math.abs(place - most));
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = [];
    for (let column = row - most; column <= row + most; column++) {
      if (column < 0 || column > b.length) {
        current.push(far);
        continue;
      }
      const wrong = column > 0 && a[row - 1] === b[column - 1] ? 0 : 1;
      const left = current.at(-1) ?? far;
      let cost =
        column === 0 ? row : Math.min(at(above, row - 1, column) + 1, left + 1, at(above, row - 1, column - 1) + wrong);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, at(before, row - 2, column - 2) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > most) return false;
    before = above;
    above = current;
  }
  return at(above, a.length, b.length) <= most;
}
