import { expect, test } from 'vitest';
import { findFirstSeat, findOrdersToNotify, listMovedOrders } from './plan.ts';

test('the first seat is the first visible one, even if the first row is hidden', () => {
  const firstRow = Array.from({ length: 12 }, (_, at) => `A${at + 1}`);
  expect(findFirstSeat({ rowCount: 2, hiddenSeats: [] })).toBe('A1');
  expect(findFirstSeat({ rowCount: 2, hiddenSeats: [...firstRow, 'B1'] })).toBe('B2');
  expect(findFirstSeat({ rowCount: 1, hiddenSeats: firstRow })).toBe('');
});

const tickets = ['one', 'two', 'three'].map((id) => ({ id, order_id: 'an order' }));
const moved = (promised: Record<string, string>, seats: Record<string, string>) =>
  listMovedOrders(tickets, new Map(Object.entries(promised)), new Map(Object.entries(seats))).map(({ before, now }) => [
    before.join(),
    now.join(),
  ]);

test('a buyer who loses a promised seat is notified; seats swapped within the party or added notify nobody', () => {
  expect(moved({ one: 'A5', two: 'A6' }, { one: 'A5', two: 'A6' })).toEqual([]);
  expect(moved({ one: 'A5', two: 'A6' }, { one: 'A6', two: 'A5' })).toEqual([]);
  expect(moved({ one: 'A5', two: 'A6' }, { one: 'A5', two: 'A6', three: 'A7' })).toEqual([]);
  expect(moved({}, { one: 'A5' })).toEqual([]);
  expect(moved({ one: 'A5', two: 'A6' }, { one: 'B5', two: 'A6' })).toEqual([['A5,A6', 'A6,B5']]);
  expect(moved({ one: 'A5', two: 'A6' }, { two: 'A6' })).toEqual([['A5,A6', 'A6']]);
});

test('a buyer who was told that a seat would follow is notified once it is assigned', () => {
  expect(moved({ one: '', two: '' }, {})).toEqual([]);
  expect(moved({ one: '', two: '' }, { one: 'B1', two: 'B2' })).toEqual([['', 'B1,B2']]);
  expect(moved({ one: 'A5', two: '' }, { one: 'A5' })).toEqual([]);
});

test('the preview of buyers to notify lists buyers who would lose a promised seat, or get a seat that was promised for later', () => {
  const orders = [{ ref: 1 }, { ref: 2 }, { ref: 3 }];
  const known = { 1: ['A5', 'A6'], 2: ['', 'B1'] };
  const told = (assignments: Record<string, string>) =>
    findOrdersToNotify(orders, known, { assignments }).map(({ order, before, now }) => [
      order.ref,
      before.join(),
      now.join(),
    ]);
  expect(told({ A6: '1', A5: '1', B1: '2', C1: '3' })).toEqual([]);
  expect(told({ A5: '1', B1: '2', B2: '2' })).toEqual([
    [1, 'A5,A6', 'A5'],
    [2, 'B1', 'B1,B2'],
  ]);
  expect(told({ D2: '1', D1: '1', B1: '2' })).toEqual([[1, 'A5,A6', 'D1,D2']]);
});
