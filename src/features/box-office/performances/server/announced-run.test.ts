import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, compareDates, type DateWithPrecision, getLastDay } from '#platform/shared/dates/dates.ts';
import { extendRun } from './announced-run.ts';

const day = (date: string): DateWithPrecision => ({ date, precision: 'day' });
const month = (date: string): DateWithPrecision => ({ date, precision: 'month' });

const run = { first: day('2027-04-14'), last: day('2027-04-17') };

test('a performance within the run leaves the run’s dates unchanged', () => {
  expect(extendRun(run, ['2027-04-15', '2027-04-14'])).toEqual(run);
});

test('a performance outside the run extends the run, and a run without performances stays unchanged', () => {
  expect(extendRun(run, ['2027-04-10', '2027-04-18'])).toEqual({ first: day('2027-04-10'), last: day('2027-04-18') });
  expect(extendRun(run, [])).toEqual(run);
});

test('a show announced for a month gets the dates on which it is performed', () => {
  const april = { first: month('2027-04-01'), last: month('2027-04-01') };
  const first = extendRun(april, ['2027-04-17']);
  expect(first).toEqual({ first: day('2027-04-17'), last: day('2027-04-17') });
  expect(extendRun(first, ['2027-04-17', '2027-04-14'])).toEqual({ first: day('2027-04-14'), last: day('2027-04-17') });
});

test('a preview before the announced month changes only the start of the run', () => {
  const april = { first: month('2027-04-01'), last: month('2027-04-01') };
  expect(extendRun(april, ['2027-03-30'])).toEqual({ first: day('2027-03-30'), last: month('2027-04-01') });
});

test('an extended run contains every performance and never begins later or ends earlier than announced', () => {
  const date = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2025-01-01', days));
  const known = fc.tuple(date, fc.constantFrom('day', 'month', 'year')).map(
    ([on, precision]): DateWithPrecision => ({
      date: { day: on, month: `${on.slice(0, 7)}-01`, year: `${on.slice(0, 4)}-01-01` }[precision],
      precision,
    }),
  );
  const runs = fc
    .tuple(known, known)
    .map(([a, b]) =>
      compareDates(getLastDay(a.date, a.precision), getLastDay(b.date, b.precision)) <= 0 ? [a, b] : [b, a],
    );
  fc.assert(
    fc.property(runs, fc.array(date, { minLength: 1 }), ([first, last], days) => {
      if (!first || !last) return;
      const now = extendRun({ first, last }, days);
      for (const one of days) {
        expect(one >= now.first.date || now.first.precision !== 'day').toBe(true);
        expect(one <= getLastDay(now.last.date, now.last.precision)).toBe(true);
      }
      expect(now.first.date <= getLastDay(first.date, first.precision)).toBe(true);
      expect(getLastDay(now.last.date, now.last.precision) >= last.date).toBe(true);
    }),
  );
});
