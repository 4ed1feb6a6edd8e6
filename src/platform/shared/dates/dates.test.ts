import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  type CalendarDate,
  compareDates,
  formatDate,
  formatDateRange,
  formatRunDates,
  formatTime,
  getLastDay,
  getYear,
  isPast,
  type Precision,
  toCalendarDate,
} from './dates.ts';
import { formatPerformanceDay, formatRelativeDay, formatShortDay, formatTableDateTime } from './short-dates.ts';

const anyDay: fc.Arbitrary<CalendarDate> = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));
const anyPrecision = fc.constantFrom<Precision>('day', 'month', 'year');
const day = (date: CalendarDate) => ({ date, precision: 'day' }) as const;
const month = (date: CalendarDate) => ({ date, precision: 'month' }) as const;
const year = (date: CalendarDate) => ({ date, precision: 'year' }) as const;

test.each<[CalendarDate, Precision, CalendarDate]>([
  ['1987-04-12', 'day', '1987-04-12'],
  ['1987-04-01', 'month', '1987-04-30'],
  ['2024-02-01', 'month', '2024-02-29'],
  ['2100-02-01', 'month', '2100-02-28'],
  ['0087-02-01', 'month', '0087-02-28'],
  ['1940-01-01', 'year', '1940-12-31'],
])('the last day of the date %s, known to the %s, is %s', (date, precision, end) =>
  expect(getLastDay(date, precision)).toBe(end),
);

describe('a show is past once its last day is over', () => {
  it('a show is still on during its last day, and past on the day after', () => {
    expect(isPast('2026-11-21', 'day', '2026-11-21')).toBe(false);
    expect(isPast('2026-11-21', 'day', '2026-11-22')).toBe(true);
  });
  it('a show known only by month or year is past after the end of that month or year', () => {
    expect(isPast('2026-11-01', 'month', '2026-11-30')).toBe(false);
    expect(isPast('2026-11-01', 'month', '2026-12-01')).toBe(true);
    expect(isPast('2026-01-01', 'year', '2026-12-31')).toBe(false);
    expect(isPast('2026-01-01', 'year', '2027-01-01')).toBe(true);
  });
  it('a show that is past stays past', () =>
    fc.assert(
      fc.property(anyDay, anyPrecision, anyDay, fc.nat(400), (date, precision, now, later) => {
        fc.pre(isPast(date, precision, now) && now < '9990');
        expect(isPast(date, precision, addDays(now, later))).toBe(true);
      }),
    ));
});

test('adding days works across leap years, centuries and the first hundred years, but not beyond the year 9999', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('1900-02-28', 1)).toBe('1900-03-01');
  expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
  expect(addDays('1970-01-01', -1)).toBe('1969-12-31');
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -300, max: 300 }), (date, days) => {
      fc.pre(getYear(date) > 1);
      expect(addDays(addDays(date, days), -days)).toBe(date);
      expect(Math.sign(compareDates(addDays(date, days), date))).toBe(Math.sign(days));
    }),
  );
});

test('a date is formatted with the precision that is known', () => {
  expect(formatDate('1987-04-12', 'day')).toBe('12 April 1987');
  expect(formatDate('1987-04-01', 'month')).toBe('April 1987');
  expect(formatDate('1987-01-01', 'year')).toBe('1987');
});

test.each([
  [day('2027-04-14'), day('2027-04-17'), '14–17 April 2027'],
  [day('2026-04-30'), day('2026-05-02'), '30 April – 2 May 2026'],
  [day('2026-12-30'), day('2027-01-02'), '30 December 2026 – 2 January 2027'],
  [day('2026-05-02'), day('2026-05-02'), '2 May 2026'],
  [month('1987-04-01'), month('1987-04-01'), 'April 1987'],
  [month('1987-04-01'), month('1987-05-01'), 'April – May 1987'],
  [month('1987-12-01'), month('1988-01-01'), 'December 1987 – January 1988'],
  [year('1987-01-01'), year('1987-01-01'), '1987'],
  [year('1987-01-01'), year('1988-01-01'), '1987–1988'],
  [year('1987-01-01'), day('1987-04-12'), '12 April 1987'],
  [day('1987-04-12'), month('1987-04-01'), '12 April 1987'],
  [month('1987-03-01'), day('1987-04-12'), 'March 1987 – 12 April 1987'],
])('a run from %j to %j is formatted as %s', (first, last, text) => expect(formatDateRange(first, last)).toBe(text));

test('a future run is formatted with its weekdays if its days are known', () => {
  expect(formatRunDates(day('2027-04-14'), day('2027-04-17'))).toBe('Wednesday 14 to Saturday 17 April 2027');
  expect(formatRunDates(day('2026-04-30'), day('2026-05-02'))).toBe('Thursday 30 April to Saturday 2 May 2026');
  expect(formatRunDates(day('2026-12-31'), day('2027-01-02'))).toBe(
    'Thursday 31 December 2026 to Saturday 2 January 2027',
  );
  expect(formatRunDates(day('2027-04-14'), day('2027-04-14'))).toBe('Wednesday 14 April 2027');
  expect(formatRunDates(month('2027-04-01'), month('2027-04-01'))).toBe('April 2027');
});

test('a performance date over half a year past or over a year ahead has its year, and today’s date is “Today”', () => {
  expect(formatPerformanceDay('2027-04-14', '2027-04-14')).toBe('Today');
  expect(formatPerformanceDay('2027-04-14', '2026-11-21')).toBe('Wed 14 April');
  expect(formatPerformanceDay('2026-10-31', '2027-02-01')).toBe('Sat 31 October');
  expect(formatPerformanceDay('2025-10-31', '2026-11-21')).toBe('Fri 31 October 2025');
  expect(formatPerformanceDay('2028-04-14', '2026-11-21')).toBe('Fri 14 April 2028');
  expect(formatPerformanceDay('2026-05-23', '2026-11-21')).toBe('Sat 23 May');
  expect(formatPerformanceDay('2026-05-22', '2026-11-21')).toBe('Fri 22 May 2026');
  expect(formatPerformanceDay('2027-11-21', '2026-11-21')).toBe('Sun 21 November');
  expect(formatPerformanceDay('2027-11-22', '2026-11-21')).toBe('Mon 22 November 2027');
});

test('a date in a narrow list has the day and the abbreviated month', () => {
  expect(formatShortDay('2026-09-01')).toBe('1 Sep');
  expect(formatShortDay('2027-05-31')).toBe('31 May');
});

test('today is the society’s day, not the server’s', () => {
  expect(toCalendarDate('2026-06-30T23:30:00.000Z', 'Europe/London')).toBe('2026-07-01');
  expect(toCalendarDate('2026-12-31T23:30:00.000Z', 'Europe/London')).toBe('2026-12-31');
  expect(toCalendarDate(new Date('2026-12-31T23:30:00.000Z'), 'Pacific/Auckland')).toBe('2027-01-01');
  expect(() => toCalendarDate('2026-12-31T23:30:00.000Z', 'Narnia/Lamppost')).toThrow(RangeError);
});

test('today and yesterday are shown in words, and earlier days as dates', () => {
  expect(formatRelativeDay('2026-11-21', '2026-11-21')).toBe('Today');
  expect(formatRelativeDay('2026-11-20', '2026-11-21')).toBe('Yesterday');
  expect(formatRelativeDay('2026-10-31', '2026-11-01')).toBe('Yesterday');
  expect(formatRelativeDay('2026-02-28', '2026-11-21')).toBe('Saturday 28 February');
  expect(formatRelativeDay('2025-12-31', '2026-02-01')).toBe('Wednesday 31 December 2025');
});

test.each([
  ['2026-11-21T19:10:00+00:00', '7.10pm'],
  ['2026-11-21T09:02:59+00:00', '9.02am'],
  ['2026-07-21T08:00:00+01:00', '8am'],
  ['2026-11-21T12:00:00+00:00', '12pm'],
  ['2026-11-21T00:05:00+00:00', '12.05am'],
])('the instant %s is %s in local time', (moment, text) => expect(formatTime(moment)).toBe(text));

test('a date and time in a table is short and does not wrap', () => {
  expect(formatTableDateTime('2026-11-24T02:05:00+00:00')).toBe('24\u00a0Nov\u00a02026,\u00a02.05am');
});
