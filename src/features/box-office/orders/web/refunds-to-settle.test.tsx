import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { AmountToSettle } from '../order-page-contract.ts';
import { AmountsToSettleList } from './refunds-to-settle.tsx';

test('each of two phone numbers in one field of an order has a link of its own', () => {
  const order = { id: 'order', ref: 12, kind: 'refund', amount: 2400, name: 'Dorothy Hollis', email: '' };
  const orders = [{ ...order, phone: '01422 555010 / 07700 900123' }] as AmountToSettle[];
  const html = renderElementAt('/members/bookings/attention', <AmountsToSettleList orders={orders} />);
  expect(html.match(/href="tel:[^"]*"/g)).toEqual(['href="tel:01422555010"', 'href="tel:07700900123"']);
});
