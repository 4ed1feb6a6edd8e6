import { expect, test } from 'vitest';
import { formatGreeting, groupByDay } from './notice-lists.ts';

test('notices are grouped by day and stay in order', () => {
  const entries = [
    '2026-11-21T19:10:00+00:00',
    '2026-11-21T09:02:00+00:00',
    '2026-11-20T20:45:00+00:00',
    '2025-12-30T11:15:00+00:00',
  ].map((date) => ({ date }));
  const days = groupByDay(entries, '2026-11-21');
  expect(days.map(({ heading, entries: of }) => [heading, of.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Tuesday 30 December 2025', 1],
  ]);
  expect(days.flatMap(({ entries: of }) => of)).toEqual(entries);
});

test('the greeting depends on the society’s time of day, and works without a first name', () => {
  expect(formatGreeting('2026-11-21T05:00:00+00:00', 'Ruth')).toBe('Good morning, Ruth');
  expect(formatGreeting('2026-07-21T12:00:00+01:00', 'Ruth')).toBe('Good afternoon, Ruth');
  expect(formatGreeting('2026-11-21T18:00:00+00:00', 'Ruth')).toBe('Good evening, Ruth');
  expect(formatGreeting('2026-11-21T00:30:00+00:00', '')).toBe('Good evening');
});
