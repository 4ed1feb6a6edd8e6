import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, isPast } from '#platform/shared/dates/dates.ts';
import { formatGreeting, groupEntriesByDay, searchShows, selectShowsForNavigation } from './lists.ts';

const today = '2026-11-21';
const show = (days: number, at = days) => ({
  id: `in ${at}`,
  date: addDays(today, days),
  date_precision: 'day' as const,
});
/** Selects the shows for the navigation. The ids of upcoming shows are passed in the order of their dates. */
const selectByDate = (shows: readonly ReturnType<typeof show>[]) =>
  selectShowsForNavigation(
    shows,
    shows
      .filter(({ date }) => date >= today)
      .map(({ id }) => id)
      .toReversed(),
    today,
  );

describe('the members’ navigation lists the nearest shows', () => {
  test('the navigation lists the nearest three upcoming shows and the latest past ones', () => {
    const shows = [700, 500, 140, 0, -28, -140, -400].map((days) => show(days));
    expect(selectByDate(shows)).toEqual([500, 140, 0, -28].map((days) => show(days)));
    const past = [-28, -140, -400, -500, -600].map((days) => show(days));
    expect(selectByDate(past)).toEqual(past.slice(0, 4));
    expect(selectByDate([])).toEqual([]);
  });

  test('the navigation lists up to four adjacent shows in the order of the full list', () => {
    const list = fc
      .array(fc.integer({ min: -900, max: 900 }), { maxLength: 12 })
      .map((days) => days.sort((a, b) => b - a).map(show));
    fc.assert(
      fc.property(list, (shows) => {
        const recent = selectByDate(shows);
        const past = shows.filter((one) => isPast(one.date, one.date_precision, today));
        const ahead = shows.length - past.length;
        expect(recent.length).toBe(Math.min(4, Math.min(3, ahead) + past.length));
        const at = shows.indexOf(recent[0] as (typeof shows)[number]);
        expect(recent).toEqual(recent.length === 0 ? [] : shows.slice(at, at + recent.length));
      }),
    );
  });

  test('the navigation lists the next three upcoming shows in reverse order, whatever their dates', () => {
    const shows = [60, 40, 20, 10, -5].map((days) => show(days));
    const upcoming = ['in 40', 'in 10', 'in 60', 'in 20'];
    expect(selectShowsForNavigation(shows, upcoming, today).map(({ id }) => id)).toEqual([
      'in 60',
      'in 10',
      'in 40',
      'in -5',
    ]);
  });
});

test('an upcoming show dated only by a year is listed above past shows with a later stored date', () => {
  const shows = [
    { id: 'spring', date: '2027-04-17', date_precision: 'day' as const },
    { id: 'autumn', date: '2026-10-10', date_precision: 'day' as const },
    { id: 'some day', date: '2026-01-01', date_precision: 'year' as const },
  ];
  expect(selectShowsForNavigation(shows, ['some day', 'spring'], today).map(({ id }) => id)).toEqual([
    'spring',
    'some day',
    'autumn',
  ]);
});

const archive = [
  { title: 'The Doll’s House', season: 'Spring', date: '2019-05-04', directors: ['Zoë Łoś'] },
  { title: 'Hay Fever', season: 'Autumn', date: '1987-10-03', directors: ['Ann Hale', 'Tom Okafor'] },
];
const found = (search: string) => searchShows(archive, search).map(({ title }) => title);

test('a show is found by words of its title, year, season or director', () => {
  expect(found('dolls')).toEqual(['The Doll’s House']);
  expect(found('hale 1987')).toEqual(['Hay Fever']);
  expect(found('zoe')).toEqual(['The Doll’s House']);
  expect(found('autumn fev')).toEqual(['Hay Fever']);
});

test('a show matches only if each search word is the beginning of one of its words', () => {
  expect(found('hale 2019')).toEqual([]);
  expect(found('ouse')).toEqual([]);
});

test('an empty search returns all shows', () => {
  expect(found(' ')).toHaveLength(2);
});

test('notices are grouped by day and stay in order', () => {
  const entries = [
    '2026-11-21T19:10:00+00:00',
    '2026-11-21T09:02:00+00:00',
    '2026-11-20T20:45:00+00:00',
    '2025-12-30T11:15:00+00:00',
  ].map((date) => ({ date }));
  const days = groupEntriesByDay(entries, '2026-11-21');
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
