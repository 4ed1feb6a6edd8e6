import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import type { OrderContent } from '../order-page-contract.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** An order of this many tickets at £12.00, paid in cash. */
function orderOf(count: number) {
  const cash = { id: 'cash', source: 'cash', paid_by: 'cash', card: '', amount: 1200 * count };
  const payment = { ...cash, refunded: 0, refunded_otherwise: [], pending: 0, disputed: 0 };
  const ticket = { performance_id: 'night', type: 'Adult', pence: 1200, discount: 0, seat: '', is_in: false };
  return {
    order: { id: 'order', ref: 12, name: 'Dorothy Hollis', email: '' },
    account: { held: 1200 * count, retained: 0, payments: [payment] },
    tickets: Array.from({ length: count }, (_, index) => ({ ...ticket, id: `ticket${index}` })),
    performances: [{ id: 'night', date: '2027-04-14T19:30:00+01:00', ticket_types: [] }],
    correction_years: {},
  } as unknown as OrderContent;
}

const render = (page: OrderContent, cancels = false): string =>
  renderElementAt(
    '/members/bookings/order/order',
    <RefundDialog page={page} at="order" cancels={cancels} onClose={() => {}} />,
  );

test('the refund dialog preselects neither cancelling nor keeping the tickets', () => {
  const html = render(orderOf(2));
  expect(html).not.toMatch(/name="tickets"[^>]*checked/);
  expect(html).not.toContain('Cancel 2 tickets');
});

test('the cancel button names the number of tickets and the refund', () => {
  expect(render(orderOf(2), true)).toContain('Cancel 2 tickets and refund £24.00');
});

test('if a payment is in a closed year, the refund dialog names the year in which the refund counts', () => {
  expect(render(orderOf(2), true)).not.toContain('counts today');
  const closed = { ...orderOf(2), correction_years: { cash: '2027–28' } };
  expect(render(closed, true)).toContain('It counts today, in 2027–28: the year of the entry is closed.');
});
