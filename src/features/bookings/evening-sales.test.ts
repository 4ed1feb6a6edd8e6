import { expect, test } from 'vitest';
import { salesInWords, salesOf, takenFor } from './evening-sales.ts';

const thursday = { id: '1', capacity: 10, sold: 7, cancelled: false };
const friday = { id: '2', capacity: 4, sold: 4, cancelled: false };
const order = (status: 'paid' | 'reserved' | 'comp' | 'cancelled', id: string, full: number, total = 0) => ({
  status,
  performances: [{ id, tickets: { 'Full price': full }, total }],
});

test('an evening counts what is kept for the door as reserved, and not as sold', () => {
  const orders = [order('paid', '1', 5, 6250), order('reserved', '1', 2), order('reserved', '2', 1)];
  expect(salesOf(thursday, orders)).toEqual({ sold: 5, given: 0, reserved: 2, free: 3 });
  expect(takenFor('1', orders)).toBe(6250);
});

test('what is given away is no sale, here as in Historic Sales, and has its seats all the same', () => {
  const orders = [order('paid', '1', 3), order('comp', '1', 4)];
  expect(salesOf(thursday, orders)).toEqual({ sold: 3, given: 4, reserved: 0, free: 3 });
  expect(salesInWords([thursday], [...orders, order('reserved', '1', 1)])).toEqual([
    '2 of 10 seats sold',
    ', 4 given away, 1 reserved',
  ]);
});

test('what was cancelled holds no seat, and nothing is free of a full house', () => {
  expect(salesOf(friday, [order('cancelled', '2', 3)])).toEqual({ sold: 4, given: 0, reserved: 0, free: 0 });
});

test('the box office reads first how many seats of the show are sold, without evenings that don’t take place', () => {
  const evenings = [thursday, friday, { id: '3', capacity: 100, sold: 2, cancelled: true }];
  expect(salesInWords(evenings, [order('reserved', '1', 2)])).toEqual(['9 of 14 seats sold', ', 2 reserved']);
  expect(salesInWords(evenings, [])).toEqual(['11 of 14 seats sold', '']);
});
