import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#platform/shared/dates/dates.ts';
import { findNextShow, isShowMidRun, isShowPerformedOn, listShowsOnSale, type UpcomingShow } from './upcoming-shows.ts';

const run = (first_date: string, date = first_date) => ({
  ...{ first_date, first_date_precision: 'day' as const },
  ...{ date, date_precision: 'day' as const },
});
const vague = (date: string, precision: 'month' | 'year') => ({
  ...{ first_date: date, first_date_precision: precision },
  ...{ date, date_precision: precision },
});
const performed = (days: readonly string[], isOnSale = false) => ({
  performances: days.map((day) => ({ day, starts_at: `${day}T19:30:00.000Z`, isOnSale })),
});
const show = (id: string, dates: Omit<UpcomingShow, 'id' | 'performances'>, more = performed([])): UpcomingShow => ({
  ...{ id, ...dates, ...more },
});

const days = ['2027-04-21', '2027-04-22', '2027-04-24'];
const onSale = show('Blithe Spirit', run('2027-04-21', '2027-04-24'), performed(days, true));

test.each([
  ['a year', show('other', vague('2027-01-01', 'year'))],
  ['the month of its run', show('other', vague('2027-04-01', 'month'))],
  ['one evening within its run', show('other', run('2027-04-23'))],
  ['an earlier day', show('other', run('2027-01-05'))],
])('a show announced for %s never comes before a show that is on sale', (_, other) => {
  const next = (today: string) => findNextShow([other, onSale], today)?.id;
  expect(next('2026-11-27')).toBe('Blithe Spirit');
  expect(listShowsOnSale([other, onSale]).map(({ id }) => id)).toEqual(['Blithe Spirit']);
});

test('a show performed today comes before a show that is on sale', () => {
  const tonight = show('Hamp', run('2026-11-26', '2026-11-28'));
  expect(findNextShow([onSale, tonight], '2026-11-27')?.id).toBe('Hamp');
  expect(findNextShow([onSale, tonight], '2026-11-29')?.id).toBe('Blithe Spirit');
});

test('of several shows, the one with the earliest upcoming performance is next', () => {
  const long = show('Panto', run('2026-12-01', '2027-01-31'), performed(['2026-12-01', '2027-01-31']));
  const short = show('Carols', run('2026-12-20'), performed(['2026-12-20']));
  const next = (today: string) => findNextShow([long, short], today)?.id;
  expect([next('2026-11-27'), next('2026-12-02'), findNextShow([long], '2026-12-21')?.id]).toEqual([
    'Panto',
    'Carols',
    'Panto',
  ]);
});

test('a show announced only for a month comes after a show dated within that month', () => {
  const may = show('May', vague('2027-05-01', 'month'));
  const mid = show('Middle of May', run('2027-05-15'));
  expect(findNextShow([may, mid], '2027-05-01')?.id).toBe('Middle of May');
  expect(isShowPerformedOn(may, '2027-05-31')).toBe(false);
});

test('on a day off within a run, a show counts as running but not as performed', () => {
  expect(days.map((day) => isShowPerformedOn(onSale, day))).toEqual([true, true, true]);
  expect([isShowPerformedOn(onSale, '2027-04-23'), isShowMidRun(onSale, '2027-04-23')]).toEqual([false, true]);
  expect([isShowMidRun(onSale, '2027-04-20'), isShowMidRun(onSale, '2027-04-25')]).toEqual([false, false]);
});

test('the next show is one performed today, otherwise one on sale, otherwise the one that begins first', () => {
  const today = '2027-01-01';
  const day = fc.integer({ min: 0, max: 300 }).map((n) => addDays(today, n));
  const someShow = fc.record({ from: day, on: fc.uniqueArray(day, { maxLength: 4 }), sale: fc.boolean() });
  fc.assert(
    fc.property(fc.array(someShow, { minLength: 1, maxLength: 8 }), (generated) => {
      const shows = generated.map(({ from, on, sale }, at) => show(`${at}`, run(from), performed(on, sale)));
      const next = findNextShow(shows, today);
      const playing = shows.filter((one) => isShowPerformedOn(one, today));
      const sold = listShowsOnSale(shows);
      const group = playing.length > 0 ? playing : sold.length > 0 ? sold : shows;
      expect(group).toContain(next);
      const begins = (one: UpcomingShow) => one.performances.map((night) => night.day).sort()[0] ?? one.first_date;
      expect(group.every((one) => next === undefined || begins(next) <= begins(one))).toBe(true);
      expect(findNextShow(shows.toReversed(), today)).toBe(next);
    }),
  );
});
