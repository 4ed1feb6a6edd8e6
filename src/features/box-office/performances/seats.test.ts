import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatRowLetters,
  formatSeatLabel,
  formatSeatRanges,
  formatSeats,
  parseSeatLabel,
  parseSeats,
  sortSeats,
  sortTicketsBySeat,
} from './seats.ts';

test('rows are lettered A to Z, then AA', () => {
  expect([0, 7, 25, 26, 27, 51, 52, 119].map(formatRowLetters)).toEqual(['A', 'H', 'Z', 'AA', 'AB', 'AZ', 'BA', 'DP']);
});

test('parsing and formatting a seat label round-trip, and other text is refused', () => {
  fc.assert(
    fc.property(fc.nat({ max: 700 }), fc.integer({ min: 1, max: 12 }), (row, number) => {
      expect(parseSeatLabel(formatSeatLabel({ row, number }))).toEqual({ row, number });
    }),
  );
  for (const none of ['', 'A', '7', 'A0', 'A13', 'a1', 'A01', 'AAA1', 'A1 ', '__proto__', 'A1.5']) {
    expect(parseSeatLabel(none)).toBe(undefined);
  }
});

test('runs of more than two seats are formatted as a range, shorter ones in full', () => {
  expect(formatSeatRanges(['A9', 'A7', 'A8'])).toEqual(['A7-A9']);
  expect(formatSeatRanges(['B2', 'A1', 'A2'])).toEqual(['A1', 'A2', 'B2']);
  expect(formatSeatRanges(['C5', 'C6', 'C7', 'C8', 'D1', 'D3'])).toEqual(['C5-C8', 'D1', 'D3']);
  expect(formatSeats(['AA1', 'Z10', 'Z11', 'Z12'])).toBe('Z10–Z12, AA1');
  expect(sortSeats(['nonsense', 'B1', 'A10', 'A9'])).toEqual(['A9', 'A10', 'B1', 'nonsense']);
});

test('typed seats and ranges are parsed, or the invalid part is returned', () => {
  expect(parseSeats('c1–c3, D5;d4 A1 - A2')).toEqual({ seats: ['A1', 'A2', 'C1', 'C2', 'C3', 'D4', 'D5'] });
  expect(parseSeats('C1-6')).toEqual({ seats: ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'] });
  expect(parseSeats(' ')).toEqual({ seats: [] });
  for (const fault of ['C6-C1', 'C1-D1', 'C13', 'C1-C2-C3', '7', 'ROW']) {
    expect(parseSeats(`A1, ${fault}`)).toEqual({ fault });
  }
});

test('a row letter selects every existing seat of that row', () => {
  const isThere = (label: string) => /^[ABC]\d+$/.test(label) && label !== 'B1';
  const row = (letter: string, from = 1) => Array.from({ length: 13 - from }, (_, at) => `${letter}${from + at}`);
  expect(parseSeats('row b', isThere)).toEqual({ seats: row('B', 2) });
  expect(parseSeats('Rows A – B, C1', isThere)).toEqual({ seats: [...row('A'), ...row('B', 2), 'C1'] });
  for (const fault of ['D', 'B-D', 'B-A', 'A-B-C', 'A-B2']) {
    expect(parseSeats(`A1, ${fault}`, isThere)).toEqual({ fault });
  }
  // A huge range is refused without listing its rows
  expect(parseSeats('A-ZZ', isThere)).toEqual({ fault: 'A-ZZ' });
});

test('tickets are sorted by seat, with those without a seat last', () => {
  const tickets = ['x', 'a', 'b', 'c'].map((id) => ({ id }));
  const seats = new Map([
    ['a', 'G10'],
    ['b', 'G3'],
    ['c', 'F12'],
  ]);
  expect(sortTicketsBySeat(tickets, seats).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'x']);
});
