import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateDiscount } from '#features/box-office/orders/discounts.ts';
import { calculateAvailability, formatAvailability } from './availability.ts';
import {
  calculateHoldExpiry,
  formatTimeLeftAnnouncement,
  getHoldStart,
  groupIntoBasketLines,
  sumTickets,
} from './basket.ts';
import { normalisePromoCode, validatePromoCode } from './promo.ts';

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
      expect(lines.reduce((sum, { pence, count }) => sum + pence * count, 0)).toBe(sumTickets(tickets).total);
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
      const { total, discount } = sumTickets(cheaper);
      expect(total + discount).toBe(sumTickets(tickets).total);
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
    'Five minutes left to pay.',
    'One minute left to pay.',
    'Your time has run out.',
  ]);
});

test('availability counts places neither sold nor held, and shows the number once few are left', () => {
  const text = (total: number, sold: number, held: number) =>
    formatAvailability(calculateAvailability({ total, sold, held }));
  expect(text(96, 0, 0)).toBe('Available');
  expect(text(96, 37, 10)).toBe('Available');
  expect(text(96, 38, 10)).toBe('Filling up');
  expect(text(96, 80, 5)).toBe('Filling up');
  expect(text(96, 86, 0)).toBe('10 tickets left');
  expect(text(96, 90, 5)).toBe('One ticket left');
  expect(text(96, 90, 6)).toBe('The last tickets are in other people’s baskets');
  expect(text(96, 96, 0)).toBe('Sold out');
  expect(text(0, 0, 0)).toBe('Sold out');
});

test('a hall of ten places isn’t shown as nearly sold out until half are sold', () => {
  expect(calculateAvailability({ total: 10, sold: 0, held: 0 })).toEqual({ state: 'plenty', left: 10 });
  expect(calculateAvailability({ total: 10, sold: 4, held: 0 })).toEqual({ state: 'plenty', left: 6 });
  expect(calculateAvailability({ total: 10, sold: 5, held: 0 })).toEqual({ state: 'few', left: 5 });
  // Half of the hall is withheld
  expect(calculateAvailability({ total: 6, hall: 12, sold: 0, held: 0 })).toEqual({ state: 'few', left: 6 });
});

test('a promo code is valid between its dates, while switched on and below its limit', () => {
  const code = { first_day: '2026-11-20', last_day: '2026-11-22', most: 2, most_tickets: null, off: 0 as const };
  const on = (today: string, orders = 0, some: object = {}) =>
    validatePromoCode({ ...code, ...some }, { today, used: { orders, tickets: 0 }, tickets: 2 });
  expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => on(day))).toEqual(['', '', '']);
  expect(on('2026-11-19')).toBe('This code isn’t valid yet');
  expect(on('2026-11-23')).toBe('This code is no longer valid');
  expect(on('2026-11-21', 2)).toContain('reached its limit');
  expect(on('2026-11-21', 0, { off: 1 })).toBe('This code is no longer valid');
  expect(normalisePromoCode(' early bird ')).toBe(normalisePromoCode('EARLYBIRD'));
});
