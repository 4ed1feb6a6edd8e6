import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { formatPartialDate, isEndBeforeStart } from '../partial-dates.ts';
import {
  defaultDateReadingOptions,
  findDateAmbiguity,
  findNumericDateOrder,
  findYearPairMeaning,
  parseWrittenRun,
} from './written-run.ts';

const read = (text: string, reading = {}) => {
  const run = parseWrittenRun(text, { ...defaultDateReadingOptions, ...reading });
  if ('fault' in run) return run.fault;
  return [formatPartialDate(run.first), formatPartialDate(run.last), ...(run.season === '' ? [] : [run.season])];
};

describe('the dates of a run are read from one cell', () => {
  test.each([
    ['12–15 May 1987', '1987-05-12', '1987-05-15'],
    ['30 April – 3 May 1987', '1987-04-30', '1987-05-03'],
    ['June 13-23, 2019', '2019-06-13', '2019-06-23'],
    ['March 2 & 3, 2019', '2019-03-02', '2019-03-03'],
    ['Thurs 16th – Sat 18th March 1989', '1989-03-16', '1989-03-18'],
    ['October 26 - November 4, 1990', '1990-10-26', '1990-11-04'],
    ['30 April, 1 & 2 May 1987', '1987-04-30', '1987-05-02'],
    ['12th, 13th and 14th May 1987 at 7.30pm', '1987-05-12', '1987-05-14'],
    ['28 Dec - 3 Jan 1987', '1986-12-28', '1987-01-03'],
    ['12-15/05/1987', '1987-05-12', '1987-05-15'],
    ['1987-05-12/1987-05-15', '1987-05-12', '1987-05-15'],
    ['12.-15. May 1987', '1987-05-12', '1987-05-15'],
    ['May–June 1987', '1987-05', '1987-06'],
    ['12 May 1987 19:30', '1987-05-12', '1987-05-12'],
    ['1987-05-12T19:30:00', '1987-05-12', '1987-05-12'],
    ['12 May 1987 (matinee)', '1987-05-12', '1987-05-12'],
    ['c. 1987', '1987', '1987'],
    ['1914-1920', '1914', '1920'],
  ])('the dates %s are read as a run from %s to %s', (text, first, last) => expect(read(text)).toEqual([first, last]));

  test.each([
    ['2009/10', '2009', '2010'],
    ['2010-11', '2010', '2011'],
    ['1987/8', '1987', '1988'],
    ['1999/00', '1999', '2000'],
    ['Spring 1987', '1987', '1987'],
    ['Winter 1987/8', '1987', '1988'],
  ])('the season %s isn’t read as a month', (text, first, last) => expect(read(text)).toEqual([first, last, text]));

  test('an ambiguous date is read according to the user’s choice', () => {
    expect(read('2010-11', { yearPairs: 'month' })).toEqual(['2010-11', '2010-11']);
    expect(read('2012-13', { yearPairs: 'month' })).toEqual(['2012', '2013', '2012-13']);
    expect(read('06/07/2019', { numericDates: 'month first' })).toEqual(['2019-06-07', '2019-06-07']);
    expect(read('06/07/2019')).toEqual(['2019-07-06', '2019-07-06']);
  });

  test('dates without a year get the year from the row, and are refused if the row has none', () => {
    expect(read('12–15 May', { year: '1987' })).toEqual(['1987-05-12', '1987-05-15']);
    expect(read('12–15 May')).toBe('“12–15 May” has no year');
  });

  test.each([
    ['20–13 March 2007', '“20–13 March 2007” ends before it begins'],
    ['12 May, May & 3 May 1987', '“12 May, May & 3 May 1987” ends before it begins'],
    ['31 April – 2 May 1987', '“31 April – 2 May 1987” contains a date that isn’t in the calendar'],
    ['1987, 1991', '“1987, 1991” names several years; write one row for each show'],
    ['12–15 May 87', '“12–15 May 87” needs its year in four figures, such as 1987'],
    ['1980s', '“1980s” is not a date; write 12 April 1987, April 1987 or 1987'],
  ])('the dates %s are refused', (text, fault) => expect(read(text)).toBe(fault));
});

const months = 'January February March April May June July August September October November December'.split(' ');
const calendarDay = fc
  .date({ min: new Date('1600-01-01'), max: new Date('2399-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const parts = (date: string) => ({
  day: Number(date.slice(8)),
  month: months[Number(date.slice(5, 7)) - 1] ?? '',
  year: date.slice(0, 4),
});

test('any run is read correctly from each notation', () => {
  const notations: ((first: string, last: string) => string)[] = [
    (a, b) => `${parts(a).day} ${parts(a).month} ${parts(a).year} – ${parts(b).day} ${parts(b).month} ${parts(b).year}`,
    (a, b) =>
      `${parts(a).month} ${parts(a).day}, ${parts(a).year} - ${parts(b).month} ${parts(b).day}, ${parts(b).year}`,
    (a, b) => `${a} to ${b}`,
    (a, b) => `${a.split('-').reverse().join('/')}-${b.split('-').reverse().join('/')}`,
    (a, b) =>
      `${parts(a).day}th ${parts(a).month.slice(0, 3)}. ${parts(a).year} until Sat ${parts(b).day} ${parts(b).month} ${parts(b).year}, 7.30pm`,
  ];
  fc.assert(
    fc.property(calendarDay, calendarDay, fc.constantFrom(...notations), (one, other, write) => {
      const [first = '', last = ''] = [one, other].sort();
      expect(read(write(first, last))).toEqual([first, last]);
    }),
  );
});

test('any text is either refused or read as a run with its dates in order', () => {
  const pieces = fc.constantFrom(
    '12',
    '1987',
    ' ',
    '-',
    '–',
    'May',
    ',',
    '&',
    '/',
    '(',
    ')',
    'Sat',
    '10',
    'spring',
    '.',
    ':',
  );
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const run = parseWrittenRun(text);
      if (!('fault' in run)) expect(isEndBeforeStart(run.first, run.last)).toBe(false);
    }),
    { numRuns: 2000 },
  );
  expect(measureProcessorTime(() => void parseWrittenRun(`${'12 - '.repeat(20_000)}May 1987`))).toBeLessThan(500);
});

test('a text too long for dates is refused at once, and isn’t reported as ambiguous', () => {
  const text = `1${'-'.repeat(50_000)}x`;
  for (const find of [findDateAmbiguity, findNumericDateOrder, findYearPairMeaning, parseWrittenRun])
    expect(measureProcessorTime(() => void find(text))).toBeLessThan(200);
  expect(parseWrittenRun(text)).toHaveProperty('fault');
  expect([findDateAmbiguity, findNumericDateOrder, findYearPairMeaning].map((find) => find(text))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
