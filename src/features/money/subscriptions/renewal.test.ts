import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { getRenewalDate } from './period.ts';
import {
  getDueRenewalStep,
  getLastGraceDay,
  getNextRetryDate,
  getSubscriptionStatus,
  initialRenewalState,
  type RenewalState,
  type RenewalStep,
} from './renewal.ts';

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

test('a renewal lapses 60 days after its date if no reminder was sent, and 90 days after it if no charge was made', () => {
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
