import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate, toCalendarDate } from '#platform/shared/dates/dates.ts';
import {
  calendarMonths,
  countMonthsUntil,
  getDueRenewalStep,
  getLastGraceDay,
  getNextRetryDate,
  getRenewalDate,
  getSubscriptionPrice,
  getSubscriptionStatus,
  initialRenewalState,
  type RenewalState,
  type RenewalStep,
} from './renewal.ts';

const day = fc.integer({ min: 0, max: 80_000 }).map((days) => addDays('1950-01-01', days));
const month = fc.constantFrom(...calendarMonths.map(({ value }) => value));

test('a subscription renews on the next 1st of its renewal month, within a year', () => {
  fc.assert(
    fc.property(day, month, (start, renewalMonth) => {
      const renews = getRenewalDate(start, renewalMonth);
      expect(renews.slice(5)).toBe(`${renewalMonth}-01`);
      expect(renews > start).toBe(true);
      // The first renewal is on the next 1st of the renewal month, not a later one
      expect(getRenewalDate(addDays(renews, -1), renewalMonth)).toBe(renews);
      expect(renews <= `${Number(start.slice(0, 4)) + 1}${start.slice(4)}`).toBe(true);
    }),
  );
});

test('after the first renewal, a subscription renews each year on the same day', () => {
  fc.assert(
    fc.property(day, month, fc.integer({ min: 1, max: 12 }), (start, renewalMonth, years) => {
      const first = getRenewalDate(start, renewalMonth);
      let renews = first;
      for (let n = 0; n < years; n++) renews = getRenewalDate(renews, renewalMonth);
      expect(renews).toBe(`${Number(first.slice(0, 4)) + years}-${renewalMonth}-01`);
    }),
  );
});

test('the renewal date after a leap day or the year’s end is the first of the next renewal month', () => {
  expect(getRenewalDate('2028-02-29', '03')).toBe('2028-03-01');
  expect(getRenewalDate('2028-02-29', '02')).toBe('2029-02-01');
  expect(getRenewalDate('2027-02-28', '03')).toBe('2027-03-01');
  expect(getRenewalDate('2026-12-31', '01')).toBe('2027-01-01');
  expect(getRenewalDate('2027-01-01', '01')).toBe('2028-01-01');
  expect(getRenewalDate('2026-08-31', '09')).toBe('2026-09-01');
  expect(getRenewalDate('2026-09-01', '09')).toBe('2027-09-01');
});

test('a renewal date follows the calendar in the society’s time zone, even when the clocks change', () => {
  const startAt = (moment: string) => getRenewalDate(toCalendarDate(moment, 'Europe/London'), '04');
  for (const moment of ['2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z', '2027-03-31T22:59:59Z']) {
    expect({ moment, renews: startAt(moment) }).toEqual({ moment, renews: '2027-04-01' });
  }
  // 1 April begins in London an hour before it does in UTC
  expect(startAt('2027-03-31T23:00:00Z')).toBe('2028-04-01');
  const inOctober = (moment: string) => getRenewalDate(toCalendarDate(moment, 'Europe/London'), '11');
  for (const moment of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-31T23:59:59Z']) {
    expect({ moment, renews: inOctober(moment) }).toEqual({ moment, renews: '2026-11-01' });
  }
  expect(inOctober('2026-11-01T00:00:00Z')).toBe('2027-11-01');
});

test('a first part-year costs the full price or, if the plan says so, a monthly share of at least a penny', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(day, month, amount, (start, renewal_month, pence) => {
      expect(getSubscriptionPrice({ amount: pence, first_part: 'full', renewal_month }, start)).toBe(pence);
      const plan = { amount: pence, first_part: 'months', renewal_month } as const;
      const part = getSubscriptionPrice(plan, start);
      expect(Number.isInteger(part) && part >= 1 && part <= pence).toBe(true);
      // A later start never makes the price higher
      const next = addDays(start, 1);
      if (next < getRenewalDate(start, renewal_month))
        expect(getSubscriptionPrice(plan, next)).toBeLessThanOrEqual(part);
      expect(getSubscriptionPrice(plan, getRenewalDate(start, renewal_month))).toBe(pence);
    }),
  );
  const plan = { amount: 2500, first_part: 'months', renewal_month: '09' } as const;
  expect(countMonthsUntil('2026-11-21', '2027-09-01')).toBe(10);
  const paid = ['2026-09-01', '2026-09-30', '2026-10-01', '2026-11-21', '2027-08-31'].map((at) =>
    getSubscriptionPrice(plan, at),
  );
  expect(paid).toEqual([2500, 2500, 2292, 2084, 209]);
});

const fresh = (renews_on: CalendarDate): RenewalState => ({
  status: 'active',
  cancelled_at: null,
  renews_on,
  ...initialRenewalState,
});

/** Applies a step's effect to the state; every charge fails. */
function applyStep(renewing: RenewalState, step: RenewalStep, day: CalendarDate): RenewalState {
  if (step === 'remind') return { ...renewing, reminded_on: day };
  if (step === 'remind again') return { ...renewing, reminded_again_on: day };
  if (step === 'pay') return { ...renewing, tries: renewing.tries + 1, tried_on: day };
  return { ...renewing, status: 'lapsed' };
}

/** Lists the steps that are run if the program runs on these days only. */
function listSteps(start: RenewalState, days: Iterable<CalendarDate>, price = 2500): [CalendarDate, RenewalStep][] {
  let renewing = start;
  const steps: [CalendarDate, RenewalStep][] = [];
  for (const day of days) {
    const step = getDueRenewalStep(renewing, price, day);
    if (!step) continue;
    steps.push([day, step]);
    renewing = applyStep(renewing, step, day);
    expect(getDueRenewalStep(renewing, price, day)).toBeUndefined();
  }
  return steps;
}

function* eachDay(from: CalendarDate, count: number): Generator<CalendarDate> {
  for (let n = 0; n < count; n++) yield addDays(from, n);
}

const daysBetween = (from: CalendarDate, to: CalendarDate) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const renewal = fc
  .record({ year: fc.integer({ min: 1990, max: 2110 }), month: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}-01`);

/** The days on which the program runs: 200 days around a renewal, some of which may be missing. */
const runs = renewal.chain((renews_on) =>
  fc
    .array(fc.boolean(), { minLength: 200, maxLength: 200 })
    .chain((ups) =>
      fc.tuple(fc.constant(ups), fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 60 }), fc.boolean()),
    )
    .map(([ups, gapFrom, gap, isSteady]) => {
      const all = [...eachDay(addDays(renews_on, -60), 200)];
      const days = all.filter((_, n) => (isSteady || ups[n]) && (n < gapFrom || n >= gapFrom + gap));
      return { renews_on, days };
    }),
);

test('with daily runs, two reminders precede the renewal, and a failing charge is tried three times', () => {
  fc.assert(
    fc.property(renewal, (renews_on) => {
      const steps = listSteps(fresh(renews_on), eachDay(addDays(renews_on, -60), 120));
      expect(steps.map(([day, step]) => [daysBetween(renews_on, day), step])).toEqual([
        [-30, 'remind'],
        [-7, 'remind again'],
        [0, 'pay'],
        [5, 'pay'],
        [12, 'pay'],
        [14, 'lapse'],
      ]);
    }),
  );
});

test('even if the program misses days, the first charge is at least 7 days after the first reminder', () => {
  fc.assert(
    fc.property(runs, ({ renews_on, days }) => {
      const steps = listSteps(fresh(renews_on), days);
      const of = (wanted: RenewalStep) => steps.filter(([, step]) => step === wanted).map(([day]) => day);
      const [reminded] = of('remind');
      const pays = of('pay');
      expect(pays.length).toBeLessThanOrEqual(3);
      for (const day of pays) {
        expect(day >= renews_on).toBe(true);
        expect(daysBetween(renews_on, day)).toBeLessThan(90);
      }
      if (pays[0]) expect(daysBetween(reminded ?? pays[0], pays[0])).toBeGreaterThanOrEqual(7);
      for (const [again] of [of('remind again')]) {
        if (again) expect(daysBetween(reminded ?? again, again)).toBeGreaterThanOrEqual(7);
        if (again) expect(again < renews_on).toBe(true);
      }
      for (const [n, day] of pays.entries()) {
        const before = pays[n - 1];
        if (before) expect(daysBetween(before, day)).toBeGreaterThanOrEqual(5);
      }
      const [lapsed] = of('lapse');
      if (lapsed && pays[0] && daysBetween(renews_on, lapsed) < 90) {
        expect(pays).toHaveLength(3);
        expect(daysBetween(pays[0], lapsed)).toBeGreaterThanOrEqual(14);
      }
      // Nothing follows a lapse
      expect(steps.findIndex(([, step]) => step === 'lapse')).toBe(lapsed ? steps.length - 1 : -1);
    }),
    { numRuns: 300 },
  );
});

test('a renewal lapses 60 days after its date without a reminder, and 90 days after its date without a charge', () => {
  expect(listSteps(fresh('2027-09-01'), eachDay('2027-10-30', 100))[0]).toEqual(['2027-10-30', 'remind']);
  expect(listSteps(fresh('2027-09-01'), eachDay('2027-10-31', 100))).toEqual([['2027-10-31', 'lapse']]);
  const reminded = { ...fresh('2027-09-01'), reminded_on: '2027-08-02' };
  expect(getDueRenewalStep(reminded, 2500, '2027-11-29')).toBe('pay');
  expect(getDueRenewalStep(reminded, 2500, '2027-11-30')).toBe('lapse');
});

test('a cancelled subscription gets no reminder and no charge, and ends with its paid time', () => {
  fc.assert(
    fc.property(runs, ({ renews_on, days }) => {
      const cancelled = { ...fresh(renews_on), cancelled_at: `${renews_on}T12:00:00.000Z` };
      const steps = listSteps(cancelled, days);
      const first = days.find((day) => day >= renews_on);
      expect(steps).toEqual(first ? [[first, 'end']] : []);
    }),
  );
  // A subscription cancelled after a declined charge also ends
  const declined = { ...fresh('2027-09-01'), reminded_on: '2027-08-02', tries: 1, tried_on: '2027-09-01' };
  expect(getDueRenewalStep({ ...declined, cancelled_at: '2027-09-02T12:00:00.000Z' }, 2500, '2027-09-06')).toBe('end');
});

test('a free subscription renews on its date without a reminder', () => {
  expect(listSteps(fresh('2027-09-01'), eachDay('2027-07-01', 100), 0)).toEqual([['2027-09-01', 'renew']]);
});

test('grace lasts until the day before the lapse, and each failed charge but the last sets the date of the next try', () => {
  const tried = (tries: number, tried_on: CalendarDate) => ({ ...fresh('2027-09-01'), tries, tried_on });
  expect([getLastGraceDay(fresh('2027-09-01')), getNextRetryDate(fresh('2027-09-01'))]).toEqual([undefined, undefined]);
  for (const [tries, tried_on, next] of [
    [1, '2027-09-01', '2027-09-06'],
    [2, '2027-09-06', '2027-09-13'],
    [3, '2027-09-13', undefined],
  ] as const) {
    expect([getNextRetryDate(tried(tries, tried_on)), getLastGraceDay(tried(tries, tried_on))]).toEqual([
      next,
      '2027-09-14',
    ]);
  }
});

test('a subscription’s status follows from the day, the attempts to charge and the cancellation', () => {
  const of = fresh('2028-03-01');
  expect(['2028-02-28', '2028-02-29', '2028-03-01'].map((day) => getSubscriptionStatus(of, day))).toEqual([
    'active',
    'active',
    'due',
  ]);
  expect(getSubscriptionStatus({ ...of, tries: 1, tried_on: '2028-03-01' }, '2028-03-02')).toBe('grace');
  expect(getSubscriptionStatus({ ...of, status: 'lapsed' }, '2028-03-15')).toBe('lapsed');
  expect(getSubscriptionStatus({ ...of, cancelled_at: '2028-01-01T12:00:00.000Z' }, '2028-01-02')).toBe('cancelled');
  expect(getSubscriptionStatus({ ...of, status: 'pending' }, '2028-03-02')).toBe('pending');
});

test('a clock change moves no reminder, charge or lapse to another day', () => {
  const steps = (renews_on: CalendarDate, around: string) => {
    // At 22:30 UTC it is 23:30 in London during summer time
    const days = Array.from({ length: 60 }, (_, n) =>
      toCalendarDate(new Date(Date.parse(around) + n * 86_400_000), 'Europe/London'),
    );
    return listSteps(fresh(renews_on), days).map(([day, step]) => `${day} ${step}`);
  };
  expect(steps('2027-04-01', '2027-03-01T22:30:00Z')).toEqual([
    ...['2027-03-02 remind', '2027-03-25 remind again'],
    ...['2027-04-01 pay', '2027-04-06 pay', '2027-04-13 pay', '2027-04-15 lapse'],
  ]);
  expect(steps('2026-11-01', '2026-10-01T22:30:00Z')).toEqual([
    ...['2026-10-02 remind', '2026-10-25 remind again'],
    ...['2026-11-01 pay', '2026-11-06 pay', '2026-11-13 pay', '2026-11-15 lapse'],
  ]);
});

test('after a renewal, the next reminder is sent 30 days before the next renewal', () => {
  fc.assert(
    fc.property(renewal, (renews_on) => {
      const next = getRenewalDate(renews_on, renews_on.slice(5, 7));
      const [first] = listSteps(fresh(next), eachDay(renews_on, 400));
      expect(first).toEqual([addDays(next, -30), 'remind']);
    }),
  );
});
