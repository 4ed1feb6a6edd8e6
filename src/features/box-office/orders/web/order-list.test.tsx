import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { ListedOrder } from '../contract.ts';
import { OrderList } from './order-list.tsx';

/** An order whose only ticket, for £12.00, was returned. `back_disputed` pence of the refund are in dispute. */
const returned = (ref: number, back_disputed: number) =>
  ({
    ...{ id: `order${ref}`, ref, name: 'Dorothy Hollis', email: '', phone: '', note: '', status: 'refunded' },
    ...{ source: 'door', paid_by: 'cash', reason: '', created_at: '2027-04-01T10:00:00+01:00', total: 0, paid: 1200 },
    ...{ back: 1200, back_disputed, elsewhere: 0, due: 0, refunded: 0, refund_pending: 0, refunded_valid: 0 },
    ...{ retained: 0, refund_of_all: '', performances: [] },
  }) as ListedOrder;

const render = (orders: ListedOrder[]): string =>
  renderElementAt('/members/bookings', <OrderList show="show" orders={orders} performances={[]} />).replace(
    /<[^>]*>/g,
    '',
  );

test('the order list names refunds due and money in disputes, and leaves out an amount of £0.00', () => {
  expect(render([returned(1, 0)])).toContain('£12.00 still has to be refunded for one order.');
  expect(render([returned(1, 1200)])).toContain('£12.00 waits for the bank’s decision for one order.');
  expect(render([returned(1, 1200)])).not.toContain('£0.00 still has');
  expect(render([returned(1, 1200), returned(2, 0)])).toContain(
    '£12.00 still has to be refunded and £12.00 waits for the bank’s decision for 2 orders.',
  );
});
