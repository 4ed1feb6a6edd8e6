import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateExchangeDifference, calculatePriceAfterExchange } from './exchange-price.ts';
import { buildDiscountFields, calculateTicketPrice } from './tickets.ts';

const pence = fc.integer({ min: 0, max: 1_000_000 });
const rule = fc.oneof(
  fc.constant(undefined),
  fc.record({ percent: fc.integer({ min: 1, max: 100 }), pence: fc.constant(0) }),
  fc.record({ percent: fc.constant(0), pence: fc.integer({ min: 1, max: 1_000_000 }) }),
);
const ticket = fc
  .record({ pence, rule, complimentary: fc.boolean() })
  .map(({ pence: price, rule: code, complimentary }) =>
    complimentary
      ? { pence: 0, ...buildDiscountFields(0, undefined), complimentary }
      : { pence: price, ...buildDiscountFields(price, code), complimentary },
  );
const sold = fc.constantFrom('paid' as const, 'reserved' as const);

test('a percentage discount is taken off the new price and rounded once', () => {
  const code = (percent: number, price: number) => ({
    pence: price,
    ...buildDiscountFields(price, { percent, pence: 0 }),
    complimentary: false,
  });
  const priceAt = (percent: number, from: number, to: number) =>
    calculateTicketPrice(calculatePriceAfterExchange(code(percent, from), to, 'paid'));
  expect(priceAt(50, 1250, 650)).toBe(325);
  expect(priceAt(50, 1250, 2500)).toBe(1250);
  expect(priceAt(20, 1250, 800)).toBe(640);
  expect(priceAt(33, 1250, 1450)).toBe(1450 - 479);
  fc.assert(
    fc.property(pence, pence, fc.integer({ min: 1, max: 100 }), (from, to, percent) => {
      expect(priceAt(percent, from, to)).toBe(to - Math.round((to * percent) / 100));
    }),
  );
});

test('an exchange and its reversal together cost nothing, whatever the discount', () => {
  fc.assert(
    fc.property(ticket, pence, sold, (before, other, status) => {
      const there = { ...before, ...calculatePriceAfterExchange(before, other, status) };
      const back = { ...there, ...calculatePriceAfterExchange(there, before.pence, status) };
      expect(calculateTicketPrice(back)).toBe(calculateTicketPrice(before));
      expect(
        calculateExchangeDifference([{ ticket: before, after: there }]) +
          calculateExchangeDifference([{ ticket: there, after: back }]),
      ).toBe(0);
    }),
  );
});

test('after an exchange, a ticket’s price is never below zero or above that of the new type', () => {
  fc.assert(
    fc.property(ticket, pence, sold, (before, price, status) => {
      const after = calculateTicketPrice(calculatePriceAfterExchange(before, price, status));
      expect(after).toBeGreaterThanOrEqual(0);
      expect(after).toBeLessThanOrEqual(price);
    }),
  );
});

test('an exchange keeps a discount in pounds, and complimentary tickets stay free', () => {
  fc.assert(
    fc.property(pence, pence, fc.integer({ min: 1, max: 1_000_000 }), (from, to, off) => {
      const reduced = { pence: from, ...buildDiscountFields(from, { percent: 0, pence: off }), complimentary: false };
      expect(calculateTicketPrice(calculatePriceAfterExchange(reduced, to, 'paid'))).toBe(Math.max(0, to - off));
      const free = { pence: 0, ...buildDiscountFields(0, undefined), complimentary: true };
      expect(calculateTicketPrice(calculatePriceAfterExchange(free, to, 'paid'))).toBe(0);
      expect(calculateTicketPrice(calculatePriceAfterExchange(reduced, to, 'comp'))).toBe(0);
    }),
  );
});
