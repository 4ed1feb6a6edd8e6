import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, isPast } from '#platform/shared/dates/dates.ts';
import { formatGreeting } from './greeting.ts';
import { recentShows } from './recent-shows.ts';
import { groupByDay } from './timeline.ts';

const today = '2026-11-21';
const show = (days: number, at = days) => ({
  id: `in ${at}`,
  date: addDays(today, days),
  date_precision: 'day' as const,
});
/** The shows that are selected where those ahead follow each other by their dates. */
const recentByDate = (shows: readonly ReturnType<typeof show>[]) =>
  recentShows(
    shows,
    shows
      .filter(({ date }) => date >= today)
      .map(({ id }) => id)
      .toReversed(),
    today,
  );

describe('the shows members are busy with', () => {
  test('are the nearest three ahead and the last ones past', () => {
    const shows = [700, 500, 140, 0, -28, -140, -400].map((days) => show(days));
    expect(recentByDate(shows)).toEqual([500, 140, 0, -28].map((days) => show(days)));
    const past = [-28, -140, -400, -500, -600].map((days) => show(days));
    expect(recentByDate(past)).toEqual(past.slice(0, 4));
    expect(recentByDate([])).toEqual([]);
  });

  test('are four where there are four, in the list’s order, and never one further off than one left out', () => {
    const list = fc
      .array(fc.integer({ min: -900, max: 900 }), { maxLength: 12 })
      .map((days) => days.sort((a, b) => b - a).map(show));
    fc.assert(
      fc.property(list, (shows) => {
        const recent = recentByDate(shows);
        const past = shows.filter((one) => isPast(one.date, one.date_precision, today));
        const ahead = shows.length - past.length;
        expect(recent.length).toBe(Math.min(4, Math.min(3, ahead) + past.length));
        const at = shows.indexOf(recent[0] as (typeof shows)[number]);
        expect(recent).toEqual(recent.length === 0 ? [] : shows.slice(at, at + recent.length));
      }),
    );
  });

  test('have the next one of those ahead last, whatever the order of their dates', () => {
    const shows = [60, 40, 20, 10, -5].map((days) => show(days));
    const upcoming = ['in 40', 'in 10', 'in 60', 'in 20'];
    expect(recentShows(shows, upcoming, today).map(({ id }) => id)).toEqual(['in 60', 'in 10', 'in 40', 'in -5']);
  });
});

test('a show of this year that isn’t over hides no past show', () => {
  const shows = [
    { id: 'spring', date: '2027-04-17', date_precision: 'day' as const },
    { id: 'autumn', date: '2026-10-10', date_precision: 'day' as const },
    { id: 'some day', date: '2026-01-01', date_precision: 'year' as const },
  ];
  expect(recentShows(shows, ['some day', 'spring'], today).map(({ id }) => id)).toEqual([
    'spring',
    'some day',
    'autumn',
  ]);
});

test('entries stand under their day, each once, in the order they came', () => {
  const entries = [
    '2026-11-21T19:10:00+00:00',
    '2026-11-21T09:02:00+00:00',
    '2026-11-20T20:45:00+00:00',
    '2025-12-30T11:15:00+00:00',
  ].map((date) => ({ date }));
  const days = groupByDay(entries, today);
  expect(days.map(({ heading, entries: of }) => [heading, of.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Tuesday 30 December 2025', 1],
  ]);
  expect(days.flatMap(({ entries: of }) => of)).toEqual(entries);
});

test('whoever comes is greeted by the society’s clock, with or without a first name', () => {
  expect(formatGreeting('2026-11-21T05:00:00+00:00', 'Ruth')).toBe('Good morning, Ruth');
  expect(formatGreeting('2026-07-21T12:00:00+01:00', 'Ruth')).toBe('Good afternoon, Ruth');
  expect(formatGreeting('2026-11-21T18:00:00+00:00', 'Ruth')).toBe('Good evening, Ruth');
  expect(formatGreeting('2026-11-21T00:30:00+00:00', '')).toBe('Good evening');
});
