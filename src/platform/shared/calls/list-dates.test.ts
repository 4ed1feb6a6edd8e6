import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate } from '../dates/dates.ts';
import { parseListDate } from './list-dates.ts';

const read = (text: string) => {
  const date = parseListDate(text);
  return 'fault' in date ? date.fault : `${date.date} ${date.precision}${date.isUnclear ? ' unclear' : ''}`;
};

test.each([
  ['31/08/26', '2026-08-31 day'],
  ['31.8.26', '2026-08-31 day'],
  ['31-Mar-27', '2027-03-31 day'],
  ['31/3/27', '2027-03-31 day'],
  ['1/9/98', '1998-09-01 day'],
  ['31 08 2026', '2026-08-31 day'],
  ['31st Aug ’26', '2026-08-31 day'],
  ['31Aug2026', '2026-08-31 day'],
  ['Mon 31st of August 2026', '2026-08-31 day'],
  ['August 31, 2026', '2026-08-31 day'],
  ['2026-08-31T00:00:00', '2026-08-31 day'],
  ['31/08/2026 00:00', '2026-08-31 day'],
  ['Aug 2027', '2027-08-01 month'],
  ['Sept. ’27', '2027-09-01 month'],
  ['08/2027', '2027-08-01 month'],
  ['2027', '2027-01-01 year'],
  ['Aug-27', '2027-08-01 month unclear'],
  ['46265', '2026-08-31 day unclear'],
  ['46265.5', '2026-08-31 day unclear'],
])('the date “%s” in a list is read as %s', (text, date) => {
  expect(read(text)).toBe(date);
});

test.each([
  ['31/02/2026', '“31/02/2026” isn’t a day in the calendar'],
  [
    '8/31/26',
    '“8/31/26” is read with the day first, and 31 isn’t a month; if your file has the month first, choose that and preview again',
  ],
  ['32/13/2026', '“32/13/2026” is read with the day first, and 13 isn’t a month'],
  ['2026-13-05', '“2026-13-05” isn’t a valid date: its month must be from 1 to 12'],
  ['2026/27', '“2026/27” isn’t a date; write 31/8/2027 or 31 August 2027'],
  ['31/3', '“31/3” has no year'],
  ['31 March', '“31 March” has no year'],
  ['31/08/9999', '“31/08/9999” has a year that can’t be right'],
  ['31 Foo 2026', '“31 Foo 2026” doesn’t contain a month we recognise'],
  ['soon', '“soon” isn’t a date; write 31/8/2027 or 31 August 2027'],
])('the text “%s” in a list of dates is refused: %s', (text, fault) => {
  expect(read(text)).toBe(fault);
});

test('in a file with the month first, only numeric dates are read in that order', () => {
  const american = (text: string) => parseListDate(text, 'month first');
  expect(american('4/14/2027')).toMatchObject({ date: '2027-04-14' });
  expect(american('04/05/27')).toMatchObject({ date: '2027-04-05' });
  expect(american('2027-04-14')).toMatchObject({ date: '2027-04-14' });
  expect(american('14 April 2027')).toMatchObject({ date: '2027-04-14' });
  expect(american('08/2027')).toMatchObject({ date: '2027-08-01' });
  expect(american('14/4/2027')).toEqual({
    fault:
      '“14/4/2027” is read with the month first, and 14 isn’t a month; if your file has the day first, choose that and preview again',
  });
});

const days = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const forms: ((year: string, month: string, day: string) => string)[] = [
  (year, month, day) => `${year}-${month}-${day}`,
  (year, month, day) => `${day}/${month}/${year}`,
  (year, month, day) => `${Number(day)}.${Number(month)}.${year.slice(2)}`,
  (year, month, day) => `${day}-${month}-${year.slice(2)}`,
  (year, month, day) => formatDate(`${year}-${month}-${day}`, 'day'),
  (year, month, day) => formatDate(`${year}-${month}-${day}`, 'day').replace(/ (\w{3})\w* \d\d/, '-$1-'),
];

test('every day from 1970 to 2069 is parsed from every usual form', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...forms), (date, form) => {
      const [year = '', month = '', day = ''] = date.split('-');
      expect(read(form(year, month, day))).toBe(`${date} day`);
    }),
  );
});

test('any text is read as a day in the calendar, or refused with a reason that quotes its beginning', () => {
  const figures = fc.stringMatching(/^[0-9]{1,4}[-/. ]?([0-9]{1,2}|aug)[-/. ]?[0-9]{0,5}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), figures), (text) => {
      const date = parseListDate(text);
      if ('fault' in date) expect(date.fault).toContain(`“${text.slice(0, 40)}”`);
      else expect(new Date(date.date).toISOString().slice(0, 10)).toBe(date.date);
    }),
  );
});
