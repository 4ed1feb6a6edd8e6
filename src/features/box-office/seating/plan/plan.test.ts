import { expect, test } from 'vitest';
import { findFirstSeat } from './plan.ts';

test('keyboard focus starts on the first visible seat, even if the first row is hidden', () => {
  const firstRow = Array.from({ length: 12 }, (_, at) => `A${at + 1}`);
  expect(findFirstSeat({ rowCount: 2, hiddenSeats: [] })).toBe('A1');
  expect(findFirstSeat({ rowCount: 2, hiddenSeats: [...firstRow, 'B1'] })).toBe('B2');
  expect(findFirstSeat({ rowCount: 1, hiddenSeats: firstRow })).toBe('');
});
