import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { calendarMonths, countMonthsUntil, getFirstAmount, getRenewalDate } from './period.ts';

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

test('a first part-year costs the full price, or a share for the remaining months of at least a penny', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(day, month, amount, (start, renewal_month, pence) => {
      expect(getFirstAmount({ amount: pence, first_part: 'full', renewal_month }, start)).toBe(pence);
      const plan = { amount: pence, first_part: 'months', renewal_month } as const;
      const part = getFirstAmount(plan, start);
      expect(Number.isInteger(part) && part >= 1 && part <= pence).toBe(true);
      // A later start never makes the price higher
      const next = addDays(start, 1);
      if (next < getRenewalDate(start, renewal_month)) expect(getFirstAmount(plan, next)).toBeLessThanOrEqual(part);
      expect(getFirstAmount(plan, getRenewalDate(start, renewal_month))).toBe(pence);
    }),
  );
  const plan = { amount: 2500, first_part: 'months', renewal_month: '09' } as const;
  expect(countMonthsUntil('2026-11-21', '2027-09-01')).toBe(10);
  const paid = ['2026-09-01', '2026-09-30', '2026-10-01', '2026-11-21', '2027-08-31'].map((at) =>
    getFirstAmount(plan, at),
  );
  expect(paid).toEqual([2500, 2500, 2292, 2084, 209]);
});
