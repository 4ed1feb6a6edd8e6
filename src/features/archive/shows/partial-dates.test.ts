import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DateWithPrecision } from '#platform/shared/dates/dates.ts';
import { parseWrittenRun } from './notations/written-run.ts';
import { formatPartialDate, isEndBeforeStart, parseWrittenDate, refinesRun, resolveRun } from './partial-dates.ts';

const day = (date: string): DateWithPrecision => ({ date, precision: 'day' });
const month = (date: string): DateWithPrecision => ({ date, precision: 'month' });
const year = (date: string): DateWithPrecision => ({ date, precision: 'year' });

describe('written dates are parsed with their precision', () => {
  test.each([
    ['1940', year('1940-01-01')],
    ['1940.0', year('1940-01-01')],
    ['1987-04', month('1987-04-01')],
    ['1987-04-12', day('1987-04-12')],
    ['1987-4-2', day('1987-04-02')],
    ['1987/04/12', day('1987-04-12')],
    ['1987-04-12T00:00:00', day('1987-04-12')],
    ['1987-04-12 00:00:00', day('1987-04-12')],
    ['12/04/1987', day('1987-04-12')],
    ['12.4.1987', day('1987-04-12')],
    ['04/1987', month('1987-04-01')],
    ['April 1987', month('1987-04-01')],
    ['Sept. 1987', month('1987-09-01')],
    ['12 April 1987', day('1987-04-12')],
    ['12th April, 1987', day('1987-04-12')],
    ['Sat 12th April 1987', day('1987-04-12')],
    ['April 12, 1987', day('1987-04-12')],
    ['29/02/2024', day('2024-02-29')],
  ])('the date %s is parsed', (text, expected) => expect(parseWrittenDate(text)).toEqual(expected));

  test.each(['1500', '1940', '1969-12-31', '2026-11', '2101', '2150-01-01'])('the date %s is accepted', (text) =>
    expect(parseWrittenDate(text)).not.toHaveProperty('fault'),
  );
});

describe('text that can’t be a date is refused with the reason', () => {
  test.each([
    ['1025-12-17', '1025 isn’t a year from 1500 to 2499'],
    ['0987', '0987 isn’t a year from 1500 to 2499'],
    ['9187-04', '9187 isn’t a year from 1500 to 2499'],
    ['2023-02-29', '“2023-02-29” isn’t a day in the calendar'],
    ['31/04/1987', '“31/04/1987” isn’t a day in the calendar'],
    [
      '04/25/1987',
      '“04/25/1987” isn’t a valid date: write a month from 1 to 12, and 12 April 1987 as 12/04/1987 or 1987-04-12',
    ],
    [
      '1987-00',
      '“1987-00” isn’t a valid date: write a month from 1 to 12, and 12 April 1987 as 12/04/1987 or 1987-04-12',
    ],
    ['2009/10', '“2009/10” may be a season or a month; write October 2009, or 2009'],
    ['1987/8', '“1987/8” may be a season or a month; write August 1987, or 1987'],
    ['1998/99', '“1998/99” is a season; write a date such as 12 April 1998, or 1998'],
    ['Spring 1987', '“Spring 1987” doesn’t contain a month we recognise'],
    ['Apr-87', '“Apr-87” needs its year in four figures, such as 1987'],
    ['5/3/27', '“5/3/27” needs its year in four figures, such as 2027'],
    ['12/04/87', '“12/04/87” needs its year in four figures, such as 1987'],
    ['some time ago', '“some time ago” is not a date; write 12 April 1987, April 1987 or 1987'],
    ['31879', '“31879” is not a date; write 12 April 1987, April 1987 or 1987'],
  ])('the date %s is refused', (text, fault) => expect(parseWrittenDate(text)).toEqual({ fault }));
});

test('a partial date from 1500 to 2499 stays the same after formatting and parsing', () => {
  const days = fc.date({ min: new Date('1500-01-01'), max: new Date('2499-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom('day', 'month', 'year'), (instant, precision) => {
      const date =
        instant.toISOString().slice(0, { day: 10, month: 7, year: 4 }[precision]) +
        '-01-01'.slice({ day: 6, month: 3, year: 0 }[precision]);
      expect(parseWrittenDate(formatPartialDate({ date, precision }))).toEqual({ date, precision });
    }),
  );
});

test('parsing a date never throws, whatever the text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void parseWrittenDate(text)));
});

test.each([
  ['1987-04-12', '1987-04-11', true],
  ['1987-04-12', '1987-03', true],
  ['1987-04-12', '1986', true],
  ['1987-04-12', '1987-04', false],
  ['1987-04-12', '1987', false],
  ['1987', '1987-02-01', false],
  ['1987-12-28', '1988-01-03', false],
])('a run from %s to %s ends before it begins: %s', (from, to, expected) => {
  const [first, last] = [parseWrittenDate(from), parseWrittenDate(to)];
  if ('fault' in first || 'fault' in last) throw new Error('both are dates');
  expect(isEndBeforeStart(first, last)).toBe(expected);
});

function runOf(text: string) {
  const run = parseWrittenRun(text);
  if ('fault' in run) throw new Error(run.fault);
  const { first, last } = run;
  return {
    first_date: first.date,
    first_date_precision: first.precision,
    date: last.date,
    date_precision: last.precision,
  };
}

test.each([
  ['12–15 May 1987', '1987', true],
  ['12–15 May 1987', 'May 1987', true],
  ['May 1987', '1987', true],
  ['30 April – 3 May 1987', '1987', true],
  ['12 November 2009 – 3 January 2010', '2009/10', true],
  ['12–15 May 1987', 'June 1987', false],
  ['12–15 May 1987', '12 May 1987', false],
  ['12–15 May 1987', '12–15 May 1987', false],
  ['30 April – 3 May 1987', 'May 1987', false],
  ['12–15 November 2009', '2009/10', false],
  ['1987', '12–15 May 1987', false],
])('the dates “%s” make the known dates “%s” more exact: %s', (exact, known, expected) => {
  expect(refinesRun(runOf(exact), runOf(known))).toBe(expected);
});

describe('a show’s dates are parsed with their precision, and invalid dates are refused', () => {
  test.each([
    ['12 April 1987', day('1987-04-12')],
    ['1987-04-12', day('1987-04-12')],
    ['April 1987', { date: '1987-04-01', precision: 'month' }],
    ['1987', year('1987-01-01')],
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
    const stored = { first: year('1987-01-01'), last: year('1987-01-01') };
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
