import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSeatLabel, seatsPerRow } from '#features/box-office/performances/seat-labels.ts';
import { anyPlan, emptyPlan } from '#tests/support/society/random-plans.ts';
import { buildWallPlanRow, listRowLabels } from './printed-plan.ts';
import { splitIntoPrintedSheets } from './web/print-layout.tsx';

test('a party’s cell on the wall plan spans its seats, split in two at the aisle', () => {
  const plan = { ...emptyPlan(1, ['A1']), assignments: { A3: '1', A4: '1', A6: '2', A7: '2', A8: '2', A9: '3' } };
  expect(buildWallPlanRow(plan, 0)).toEqual([
    { number: 1, span: 1, gap: true },
    { number: 2, span: 1 },
    { number: 3, span: 2, ref: '1' },
    { number: 5, span: 1 },
    { number: 6, span: 1, ref: '2' },
    { number: 7, span: 2, ref: '2' },
    { number: 9, span: 1, ref: '3' },
    { number: 10, span: 1 },
    { number: 11, span: 1 },
    { number: 12, span: 1 },
  ]);
});

test('the wall plan has every seat exactly once, with its party', () => {
  fc.assert(
    fc.property(anyPlan(), ({ plan }) => {
      for (let row = 0; row < plan.rowCount; row += 1) {
        const seats = buildWallPlanRow(plan, row).flatMap(({ number, span, ref }) =>
          Array.from({ length: span }, (_, at) => [formatSeatLabel({ row, number: number + at }), ref] as const),
        );
        expect(seats.map(([seat]) => seat)).toEqual(
          Array.from({ length: seatsPerRow }, (_, at) => formatSeatLabel({ row, number: at + 1 })),
        );
        for (const [seat, ref] of seats) expect(ref).toBe(plan.assignments[seat]);
      }
    }),
  );
});

test('each end of a row is labelled with the seats on that side, if there are any', () => {
  expect(listRowLabels({ rowCount: 2, hiddenSeats: ['A1', 'A12', 'B1', 'B2', 'B3', 'B4', 'B5', 'B6'] })).toEqual([
    { letters: 'A', first: 2, last: 6 },
    { letters: 'A', first: 7, last: 11 },
    { letters: 'B', first: 7, last: 12 },
  ]);
});

test('labels are split into sheets of nine, and no sheet is empty', () => {
  const counts = [0, 1, 9, 10, 27].map((count) =>
    splitIntoPrintedSheets(Array.from({ length: count })).map(({ length }) => length),
  );
  expect(counts).toEqual([[], [1], [9], [9, 1], [9, 9, 9]]);
});
