import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getScaleMaximum } from './bar-chart.tsx';

test.each([
  [0, 100],
  [1, 100],
  [100, 100],
  [101, 200],
  [699, 800],
  [1000, 1000],
  [1001, 2000],
  [6100, 8000],
  [9900, 10_000],
  [123_456, 200_000],
])('bars of up to %i pence have a scale of %i', (largest, scale) => {
  expect(getScaleMaximum(largest)).toBe(scale);
});

test('no bar is higher than its scale, and the highest is at least half of it', () => {
  const amount = fc.integer({ min: 100, max: 1_000_000_000 });
  fc.assert(
    fc.property(amount, (largest) => getScaleMaximum(largest) >= largest && getScaleMaximum(largest) <= largest * 2),
  );
});

test('the middle line of a chart has two significant figures at most, and whole pounds above £5', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (largest) => {
      const half = getScaleMaximum(largest) / 2;
      expect(`${half}`).toMatch(/^\d{1,2}0*$/);
      if (largest > 500) expect(half % 100).toBe(0);
    }),
  );
});
