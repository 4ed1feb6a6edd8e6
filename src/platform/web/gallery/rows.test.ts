import { expect, it } from 'vitest';
import { divideIntoRows, layOutRows } from './rows.ts';

const across = 1.5;
const upright = 0.67;
const width = (row: readonly number[]) => row.reduce((sum, shape) => sum + shape, 0);

it('no photograph is alone in the last row of a gallery', () => {
  expect(divideIntoRows([across, across, across, upright, across, across], 4.3).map((row) => row.length)).toEqual([
    3, 3,
  ]);
  expect(divideIntoRows(Array(7).fill(across), 4.3).map((row) => row.length)).toEqual([3, 4]);
});

it('the rows of a gallery keep the order of its photographs, and none is twice as high as another', () => {
  const many = Array.from({ length: 200 }, (_, at) => [across, upright, 3, 0.6, 1][at % 5] ?? 1);
  const rows = divideIntoRows(many, 4.3);
  expect(rows.flat()).toEqual(many);
  // No row is twice as high as another
  const widths = rows.map(width);
  expect(Math.max(...widths) / Math.min(...widths)).toBeLessThan(2);
});

it('a single photograph has one row, and an empty gallery has none', () => {
  expect(divideIntoRows([across], 4.3)).toEqual([[across]]);
  expect(divideIntoRows([], 4.3)).toEqual([]);
});

it('a row is divided by its photographs’ shapes, and is at most as wide as the page', () => {
  expect(layOutRows([1, 3], 4)).toEqual([
    { share: 0.25, beside: 1 },
    { share: 0.75, beside: 1 },
  ]);
  const thirds = layOutRows([across, across, across], 4.3);
  expect(thirds.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1);
});
