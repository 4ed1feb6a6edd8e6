import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { findLastOccurrence, findNextOccurrence, type Schedule } from './job-handler.ts';

const nightly: Schedule = { every: 'day', at: '03:00' };
const monthly: Schedule = { every: 'month', on: 1, at: '09:30' };

const anyTime = fc.constantFrom<Schedule>(
  nightly,
  monthly,
  { every: 'day', at: '00:00' },
  // In London, half past one is skipped in spring and occurs twice in autumn
  { every: 'day', at: '01:30' },
  { every: 'day', at: '23:59' },
  { every: 'month', on: 28, at: '01:30' },
);
const anyZone = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'UTC');
const anyMoment = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

test('the present time lies between a schedule’s last due time and its next one', () => {
  fc.assert(
    fc.property(anyTime, anyZone, anyMoment, (time, zone, now) => {
      const last = findLastOccurrence(time, now, zone);
      const next = findNextOccurrence(time, now, zone);
      expect(last.due <= now && now < next.due).toBe(true);
      expect(findLastOccurrence(time, next.due, zone)).toEqual(next);
      const justBefore = new Date(Date.parse(next.due) - 1).toISOString();
      expect(findLastOccurrence(time, justBefore, zone)).toEqual(last);
    }),
  );
});

test('a daily schedule has exactly one time on each day of a year, across clock changes', () => {
  for (const zone of ['Europe/London', 'America/New_York']) {
    for (const at of ['01:30', '02:30', '03:00'] as const) {
      const days: string[] = [];
      for (let now = '2027-12-31T12:00:00.000Z'; now < '2029-01-01'; ) {
        const { day, due } = findNextOccurrence({ every: 'day', at }, now, zone);
        expect(toCalendarDate(due, zone)).toBe(day);
        days.push(day);
        now = due;
      }
      expect(new Set(days).size).toBe(days.length);
      expect(days.filter((day) => day.startsWith('2028-'))).toHaveLength(366);
      expect(days).toContain('2028-02-29');
    }
  }
});

test('a monthly schedule keeps its local hour in winter and summer', () => {
  const due = ['2026-12-31T12:00:00.000Z', '2027-06-30T12:00:00.000Z', '2028-02-29T12:00:00.000Z'].map((now) =>
    formatIsoWithOffset(findNextOccurrence(monthly, now, 'Europe/London').due, 'Europe/London'),
  );
  expect(due).toEqual(['2027-01-01T09:30:00+00:00', '2027-07-01T09:30:00+01:00', '2028-03-01T09:30:00+00:00']);
});

test('a job at a skipped time runs after the clock change, and one at a repeated time runs once', () => {
  const half = { every: 'day', at: '01:30' } as const;
  expect(findLastOccurrence(half, '2027-03-28T12:00:00.000Z', 'Europe/London').due).toBe('2027-03-28T01:30:00.000Z');
  const autumn = findLastOccurrence(half, '2027-10-31T00:45:00.000Z', 'Europe/London');
  expect(autumn).toEqual({ day: '2027-10-31', due: '2027-10-31T00:30:00.000Z' });
  // This is the second occurrence of half past one
  expect(findLastOccurrence(half, '2027-10-31T01:30:00.000Z', 'Europe/London')).toEqual(autumn);
});
