import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countProgrammes,
  getLastNameInitial,
  groupByInitial,
  listPrintedTickets,
  toPrintedTicket,
} from './printed-tickets.ts';

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
  const { buckets, others } = groupByInitial(names.map((name) => ({ name })));
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

test('every order is printed exactly once', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      const { buckets, others } = groupByInitial(names.map((name) => ({ name })));
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
