import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSeatLabel } from '#features/box-office/performances/seats.ts';
import { findSeatPositionAt, getBoxesAroundSeats, type PlanGridPositions } from './use-seat-targeting.ts';

/**
 * Rows of 44 pixels with gaps of 6 pixels; seats of 46 pixels with gaps of 4 pixels, and the aisle after the sixth
 * seat.
 */
const tracks: PlanGridPositions = {
  rows: Array.from({ length: 40 }, (_, row) => ({ from: row * 50, to: row * 50 + 44 })),
  columns: Array.from({ length: 12 }, (_, at) => {
    const from = 38 + at * 50 + (at < 6 ? 0 : 24);
    return { from, to: from + 46 };
  }),
};
const under = (x: number, y: number) => {
  const place = findSeatPositionAt(tracks, { x, y });
  return place && formatSeatLabel(place);
};

test('a pointer anywhere on a seat is over that seat', () => {
  fc.assert(
    fc.property(fc.nat(39), fc.integer({ min: 1, max: 12 }), fc.nat(46), fc.nat(44), (row, number, right, down) => {
      const [across, along] = [tracks.columns[number - 1]?.from ?? 0, tracks.rows[row]?.from ?? 0];
      expect(findSeatPositionAt(tracks, { x: across + right, y: along + down })).toEqual({ row, number });
    }),
  );
});

test('a pointer between two rows or in the aisle is over the nearer seat', () => {
  expect([under(60, 45), under(60, 49)]).toEqual(['A1', 'B1']);
  expect([under(340, 10), under(355, 10)]).toEqual(['A6', 'A7']);
});

test('a pointer on the row letters, or above, below or beside the seats, is over no seat', () => {
  expect([under(10, 10), under(700, 10), under(60, -20), under(60, 2020)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('adjacent seats get one frame, or two if they span the aisle', () => {
  expect(getBoxesAroundSeats(tracks, ['B4', 'B2', 'B3'])).toEqual([{ left: 88, top: 50, width: 146, height: 44 }]);
  expect(getBoxesAroundSeats(tracks, ['A6', 'A7'])).toEqual([
    { left: 288, top: 0, width: 46, height: 44 },
    { left: 362, top: 0, width: 46, height: 44 },
  ]);
});

test('a seat in a row that isn’t rendered yet gets no frame', () => {
  expect(getBoxesAroundSeats(tracks, ['AZ1', 'nothing'])).toEqual([]);
});
