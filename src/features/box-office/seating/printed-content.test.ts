import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSeatLabel, seatsPerRow } from '#features/box-office/performances/seats.ts';
import { anyPlan, createEmptyPlan } from '#tests/support/society/random-plans.ts';
import {
  buildWallPlanRow,
  countProgrammes,
  getLastNameInitial,
  groupByLastNameInitial,
  listPrintedTickets,
  listRowLabels,
  toPrintedTicket,
} from './printed-content.ts';
import { splitIntoPrintedSheets } from './web/print/print-layout.tsx';

test('a party’s cell on the wall plan spans its seats, split in two at the aisle', () => {
  const plan = { ...createEmptyPlan(1, ['A1']), assignments: { A3: '1', A4: '1', A6: '2', A7: '2', A8: '2', A9: '3' } };
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

test('printed items are split into sheets of nine, and no sheet is empty', () => {
  const counts = [0, 1, 9, 10, 27].map((count) =>
    splitIntoPrintedSheets(Array.from({ length: count })).map(({ length }) => length),
  );
  expect(counts).toEqual([[], [1], [9], [9, 1], [9, 9, 9]]);
});

test('printed tickets are grouped by last-name initial, and orders without an initial are listed separately', () => {
  const names = [
    'Ann Quill',
    'Zoë Adair',
    'Bea Long',
    '3rd Scouts',
    'Émile Ölund',
    '王伟',
    '',
    "Pat O'Hara",
    'Kim Łuk',
  ];
  const { buckets, others } = groupByLastNameInitial(names.map((name) => ({ name })));
  expect(buckets.length).toBe(26);
  const found = buckets.flatMap(({ initial, parties }) => parties.map(({ name }) => `${initial}: ${name}`));
  expect(found).toEqual([
    'A: Zoë Adair',
    'L: Bea Long',
    'L: Kim Łuk',
    "O: Pat O'Hara",
    'O: Émile Ölund',
    'Q: Ann Quill',
    'S: 3rd Scouts',
  ]);
  expect(others.map(({ name }) => name).sort()).toEqual(['', '王伟']);
});

test('every order is in exactly one group: that of its initial, or the orders without one', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      const { buckets, others } = groupByLastNameInitial(names.map((name) => ({ name })));
      const all = [...buckets.flatMap(({ parties }) => parties), ...others].map(({ name }) => name);
      expect(all.sort()).toEqual(names.toSorted());
      for (const { initial, parties } of buckets) {
        expect(parties.every(({ name }) => getLastNameInitial(name) === initial)).toBe(true);
      }
    }),
  );
});

test('a printed ticket lists seats as ranges, and one programme for every two people, rounded up', () => {
  expect([0, 1, 2, 3, 4, 5].map(countProgrammes)).toEqual([0, 1, 1, 2, 2, 3]);
  const plan = { rowCount: 2, hiddenSeats: [], assignments: { A7: '1', A8: '1', A9: '1', B1: '1', B2: '2' } };
  expect(toPrintedTicket(plan, { ref: '1', name: 'Ann Hale', count: 4 })).toEqual({
    ...{ ref: '1', name: 'Ann Hale', seats: ['A7-A9', 'B1'], unseated: 0, programmes: 2 },
  });
});

test('every order has a printed ticket, even without seats, with programmes for its number of tickets', () => {
  const plan = { assignments: { A1: '1', A2: '1' } };
  const parties = [
    { ref: '3', name: 'Ada Byron', count: 1 },
    { ref: '2', name: '王伟', count: 2 },
    { ref: '1', name: 'Zoë Adair', count: 5 },
  ];
  expect(listPrintedTickets(plan, parties)).toEqual({
    listed: [
      { ref: '1', name: 'Zoë Adair', seats: ['A1', 'A2'], unseated: 3, programmes: 3 },
      { ref: '3', name: 'Ada Byron', seats: [], unseated: 1, programmes: 1 },
    ],
    others: [{ ref: '2', name: '王伟', seats: [], unseated: 2, programmes: 1 }],
  });
});
