import { describe, expect, test } from 'vitest';
import type { DateWithPrecision } from '#platform/shared/dates/dates.ts';
import { resolveRun } from './resolve-run.ts';

const day = (date: string): DateWithPrecision => ({ date, precision: 'day' });
const year = (date: string): DateWithPrecision => ({ date: `${date}-01-01`, precision: 'year' });

describe('a show’s dates are parsed with their precision, and invalid dates are refused', () => {
  test.each([
    ['12 April 1987', day('1987-04-12')],
    ['1987-04-12', day('1987-04-12')],
    ['April 1987', { date: '1987-04-01', precision: 'month' }],
    ['1987', year('1987')],
    ['1899-12-31', day('1899-12-31')],
    ['29 February 2104', day('2104-02-29')],
  ] as const)('the date %s is parsed', (date, read) =>
    expect(resolveRun(undefined, { date })).toEqual({ first: read, last: read }),
  );

  test.each([
    ['', 'Enter the date of'],
    ['soon', 'is not a date'],
    ['31 February 2027', 'isn’t a day in the calendar'],
    ['12/04/87', 'four figures'],
  ])('the date %j is refused with the reason', (date, fault) =>
    expect(resolveRun(undefined, { date })).toEqual({ field: 'date', fault: expect.stringContaining(fault) }),
  );

  test('a full date sent with a lower precision is shortened to that precision', () => {
    expect(resolveRun(undefined, { date: '1987-04-12', date_precision: 'month' })).toMatchObject({
      last: { date: '1987-04-01', precision: 'month' },
    });
  });
});

describe('a client can change a show by sending only its last date', () => {
  test('a stored date that is only a year keeps that precision when a client sends it back', () => {
    const stored = { first: year('1987'), last: year('1987') };
    expect(resolveRun(stored, { date: '1987-01-01' })).toEqual(stored);
  });
  test('for a show on a single date, a new last date moves the first date too', () => {
    const moved = day('2027-05-01');
    expect(resolveRun({ first: day('2027-04-17'), last: day('2027-04-17') }, { date: moved.date })).toEqual({
      first: moved,
      last: moved,
    });
  });
  test('a new last date leaves the first date unchanged unless the first date would be later', () => {
    const stored = { first: day('2027-04-14'), last: day('2027-04-17') };
    expect(resolveRun(stored, { date: '2027-04-18' })).toEqual({ ...stored, last: day('2027-04-18') });
    expect(resolveRun(stored, { date: '2027-04-10' })).toEqual({ first: day('2027-04-10'), last: day('2027-04-10') });
  });
});

test('a run that ends before it begins is refused with an error at its first date', () => {
  expect(resolveRun(undefined, { date: '2027-04-17', first_date: '2027-04-18' })).toMatchObject({
    field: 'first_date',
  });
});
