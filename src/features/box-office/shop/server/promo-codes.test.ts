import { expect, test } from 'vitest';
import { normalisePromoCode, validatePromoCode } from './promo-codes.ts';

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
