/** A round amount, in pence, that is no less than the largest bar, and half of it round too. */
export function scaleFor(largest: number): number {
  const pounds = Math.max(1, Math.ceil(largest / 100));
  const noughts = 10 ** Math.floor(Math.log10(pounds));
  const first = [1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * noughts >= pounds) ?? 10;
  return first * noughts * 100;
}
