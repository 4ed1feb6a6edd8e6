import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateDiscount } from '#features/box-office/orders/tickets.ts';
import {
  calculateHoldExpiry,
  formatHoldPromise,
  formatTimeLeftAnnouncement,
  getHoldStart,
  groupIntoBasketLines,
  sumPricesAndDiscounts,
} from './basket.ts';

const ticket = fc.record({
  performance_id: fc.constantFrom('first', 'second'),
  type_id: fc.constantFrom('1', '2'),
  type: fc.constantFrom('Adult', 'Child'),
  pence: fc.integer({ min: 0, max: 5000 }),
  discount: fc.constant(0),
});

test('the lines of any basket add up to the price of its tickets', () => {
  fc.assert(
    fc.property(fc.array(ticket), (tickets) => {
      const lines = groupIntoBasketLines(tickets).flatMap((performance) => performance.lines);
      expect(lines.reduce((sum, { pence, count }) => sum + pence * count, 0)).toBe(
        sumPricesAndDiscounts(tickets).total,
      );
      expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(tickets.length);
    }),
  );
});

test('a discount never exceeds the price, and discount plus amount paid equals the price', () => {
  const code = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), pence: fc.constant(0) }),
    fc.record({ percent: fc.constant(0), pence: fc.integer({ min: 1, max: 10_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(ticket), code, (tickets, taken) => {
      const cheaper = tickets.map((one) => ({ ...one, discount: calculateDiscount(one.pence, taken) }));
      for (const { pence, discount } of cheaper) {
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(pence);
        expect(Number.isInteger(discount)).toBe(true);
      }
      const { total, discount } = sumPricesAndDiscounts(cheaper);
      expect(total + discount).toBe(sumPricesAndDiscounts(tickets).total);
    }),
  );
  expect(calculateDiscount(1250, { percent: 20, pence: 0 })).toBe(250);
  expect(calculateDiscount(1250, { percent: 0, pence: 200 })).toBe(200);
});

const moment = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();

test('an emptied basket keeps its half-hour limit until the half hour is over', () => {
  const at = (created: number, emptied: number, now: number) => {
    const basket = { created_at: moment(created), held_until: moment(emptied), isEmptied: true };
    return [getHoldStart(basket, moment(now)), calculateHoldExpiry(basket, moment(now))];
  };
  expect(at(0, 5, 5)).toEqual([moment(0), moment(15)]);
  expect(at(0, 25, 26)).toEqual([moment(0), moment(30)]);
  expect(at(0, 25, 30)).toEqual([moment(30), moment(40)]);
});

test('a basket emptied while few places were left starts a new hold once its quarter of an hour is over', () => {
  const basket = { created_at: moment(0), held_until: moment(12), isEmptied: true, scarce: 1 as const };
  expect(calculateHoldExpiry(basket, moment(14))).toBe(moment(15));
  expect([getHoldStart(basket, moment(20)), calculateHoldExpiry(basket, moment(20))]).toEqual([moment(20), moment(30)]);
});

test('each change renews the hold for ten minutes, up to half an hour in all', () => {
  const at = (created: number, held: number, now: number) =>
    calculateHoldExpiry({ created_at: moment(created), held_until: moment(held) }, moment(now));
  expect(at(0, 0, 0)).toBe(moment(10));
  expect(at(0, 10, 5)).toBe(moment(15));
  expect(at(0, 28, 25)).toBe(moment(30));
  expect(at(0, 30, 29)).toBe(moment(30));
  expect(at(0, 30, 30)).toBe(moment(40));
});

test('a hold never expires before it starts, and a change of the basket never shortens it', () => {
  fc.assert(
    fc.property(
      fc.nat(60),
      fc.nat(60),
      fc.nat(60),
      fc.boolean(),
      fc.boolean(),
      (created, more, now, few, isEmptied) => {
        const scarce = few ? (1 as const) : (0 as const);
        const before = { created_at: moment(created), held_until: moment(created + more), scarce, isEmptied };
        const until = calculateHoldExpiry(before, moment(Math.max(created, now)));
        expect(until > moment(Math.max(created, now))).toBe(true);
        expect(until >= before.held_until).toBe(true);
      },
    ),
  );
});

test('screen readers announce when five minutes, one minute and no time are left', () => {
  const seconds = Array.from({ length: 601 }, (_, at) => 600 - at);
  expect([...new Set(seconds.map(formatTimeLeftAnnouncement))]).toEqual([
    '',
    'Less than five minutes left to pay.',
    'Less than a minute left to pay.',
    'Your time has run out.',
  ]);
});

test('the promise to hold tickets names the end of a sale that ends today', () => {
  const promise = (end?: string) => formatHoldPromise(end, '2027-04-14');
  expect(promise()).toBe('We’ll hold your tickets for up to 10 minutes while you pay.');
  expect(promise('2027-04-15T19:30:00+01:00')).toBe(promise());
  expect(promise('2027-04-14T18:30:00+01:00')).toBe(
    'We’ll hold your tickets for up to 10 minutes while you pay, but not after 6.30pm, when the sale ends.',
  );
  expect(promise('2027-04-15T00:00:00+01:00')).toContain('but not after midnight');
});
