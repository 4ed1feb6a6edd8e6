import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, isPast } from '#platform/shared/dates.ts';
import { greeting } from './greeting.ts';
import { recentShows } from './recent-shows.ts';
import { byDay } from './timeline.ts';

const today = '2026-11-21';
const show = (days: number) => ({ date: addDays(today, days), date_precision: 'day' as const });

describe('the shows members are busy with', () => {
  test('are the nearest three ahead and the last ones past', () => {
    const shows = [700, 500, 140, 0, -28, -140, -400].map(show);
    expect(recentShows(shows, today)).toEqual([500, 140, 0, -28].map(show));
    expect(recentShows([-28, -140, -400, -500, -600].map(show), today)).toEqual([-28, -140, -400, -500].map(show));
    expect(recentShows([], today)).toEqual([]);
  });

  test('are four where there are four, in the list’s order, and never one further off than one left out', () => {
    const list = fc
      .array(fc.integer({ min: -900, max: 900 }), { maxLength: 12 })
      .map((days) => days.sort((a, b) => b - a).map(show));
    fc.assert(
      fc.property(list, (shows) => {
        const recent = recentShows(shows, today);
        const past = shows.filter((one) => isPast(one.date, one.date_precision, today));
        const ahead = shows.length - past.length;
        expect(recent.length).toBe(Math.min(4, Math.min(3, ahead) + past.length));
        const at = shows.indexOf(recent[0] as (typeof shows)[number]);
        expect(recent).toEqual(recent.length === 0 ? [] : shows.slice(at, at + recent.length));
      }),
    );
  });
});

test('a year that isn’t over yet doesn’t hide the show before it', () => {
  const shows = [
    { date: '2027-04-17', date_precision: 'day' as const },
    { date: '2026-10-10', date_precision: 'day' as const },
    { date: '2026-01-01', date_precision: 'year' as const },
  ];
  expect(recentShows(shows, today)).toEqual(shows.slice(0, 2));
});

test('entries stand under their day, each once, in the order they came', () => {
  const entries = [
    '2026-11-21T19:10:00+00:00',
    '2026-11-21T09:02:00+00:00',
    '2026-11-20T20:45:00+00:00',
    '2025-12-30T11:15:00+00:00',
  ].map((date) => ({ date }));
  const days = byDay(entries, today);
  expect(days.map(({ heading, entries: of }) => [heading, of.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Tuesday 30 December 2025', 1],
  ]);
  expect(days.flatMap(({ entries: of }) => of)).toEqual(entries);
});

test('whoever comes is greeted by the society’s clock, with or without a first name', () => {
  expect(greeting('2026-11-21T05:00:00+00:00', 'Ruth')).toBe('Good morning, Ruth');
  expect(greeting('2026-07-21T12:00:00+01:00', 'Ruth')).toBe('Good afternoon, Ruth');
  expect(greeting('2026-11-21T18:00:00+00:00', 'Ruth')).toBe('Good evening, Ruth');
  expect(greeting('2026-11-21T00:30:00+00:00', '')).toBe('Good evening');
});
