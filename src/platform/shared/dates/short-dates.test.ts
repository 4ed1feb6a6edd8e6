import { expect, test } from 'vitest';
import { formatEndDateTime, formatEndTime, formatRelativeEnd } from './short-dates.ts';

test.each([
  ['2026-11-22T00:00:00+00:00', 'midnight'],
  ['2026-11-22T00:05:00+00:00', '12.05am'],
  ['2026-11-22T12:00:00+00:00', '12pm'],
  ['2026-07-22T19:30:00+01:00', '7.30pm'],
])('the end of an event at %s is formatted as the time “%s”', (moment, text) =>
  expect(formatEndTime(moment)).toBe(text),
);

test.each([
  ['2026-11-22T00:00:00+00:00', 'Saturday 21 November 2026 at midnight'],
  ['2027-01-01T00:00:00+00:00', 'Thursday 31 December 2026 at midnight'],
  ['2026-11-22T00:30:00+00:00', 'Sunday 22 November 2026 at 12.30am'],
  ['2026-11-21T19:30:00+00:00', 'Saturday 21 November 2026 at 7.30pm'],
])('the end of an event at %s is formatted as the day and time “%s”', (moment, text) =>
  expect(formatEndDateTime(moment)).toBe(text),
);

test.each([
  ['2026-11-21T19:30:00+00:00', '7.30pm'],
  ['2026-11-22T00:00:00+00:00', 'midnight'],
  ['2026-11-22T00:30:00+00:00', 'Sunday 22 November 2026 at 12.30am'],
  ['2026-11-24T12:00:00+00:00', 'Tuesday 24 November 2026 at 12pm'],
])('on 21 November, the end of something at %s is formatted as “%s”', (moment, text) =>
  expect(formatRelativeEnd(moment, '2026-11-21')).toBe(text),
);
