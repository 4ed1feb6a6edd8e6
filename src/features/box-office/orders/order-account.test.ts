import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderPayment } from './contract.ts';
import {
  calculateFullRefund,
  calculateMaxTicketRefund,
  calculateRefundableAmount,
  calculateRetainedAmount,
  deriveOrderAccount,
  formatCancellationLabel,
  formatOrderAccount,
  formatPaidAndRefundedAmounts,
  formatRefund,
  type OrderFacts,
  splitRefund,
  splitRefundAmongTickets,
  splitRetainedAmongTickets,
} from './order-account.ts';

const ticket = (pence: number, discount = 0) => ({ pence, discount });
const payment = (some: Partial<OrderPayment>): OrderPayment => ({
  ...{ id: 'charge', source: 'cash', paid_by: 'cash', card: '', amount: 2500, refunded: 0, pending: 0, disputed: 0 },
  refunded_otherwise: [],
  ...some,
});
const facts = (some: Partial<OrderFacts>): OrderFacts => ({
  ...{ status: 'paid', source: 'phone', tickets: [ticket(1250), ticket(1250)], payments: [payment({})], kept: 0 },
  ...some,
});

test('a fully refunded order with valid tickets counts its price both as paid and as refunded', () => {
  const account = deriveOrderAccount(facts({ payments: [payment({ refunded: 2500 })] }));
  expect(account).toMatchObject({ sold: 2500, paid: 2500, refunded: 2500, held: 0, due: 0, owed: 0 });
  expect(account.refunded_valid).toBe(2500);
  expect(formatPaidAndRefundedAmounts(account)).toBe('£25.00 paid, £25.00 refunded');
});

test('money for a returned ticket is owed until it is refunded or retained', () => {
  const one = { tickets: [ticket(1250)] };
  expect(deriveOrderAccount(facts(one))).toMatchObject({ owed: 1250, retained: 0, refunded_valid: 0 });
  expect(deriveOrderAccount(facts({ ...one, kept: 1250 }))).toMatchObject({ owed: 0, retained: 1250 });
  const refunded = [payment({ refunded: 1250 })];
  expect(deriveOrderAccount(facts({ ...one, payments: refunded }))).toMatchObject({ owed: 0, refunded_valid: 0 });
});

test('refunds for valid tickets and money retained for a returned ticket are counted separately', () => {
  // £43.50 was paid. £12.50 of it was refunded for valid tickets, and £10.00 for a returned ticket of £12.50
  const order = facts({ tickets: [ticket(1550), ticket(1550)], payments: [payment({ amount: 4350, refunded: 2250 })] });
  expect(deriveOrderAccount({ ...order, kept: 250 })).toMatchObject({
    ...{ sold: 3100, paid: 4350, refunded: 2250, held: 2100, retained: 250, refunded_valid: 1250, owed: 0 },
  });
});

test('a refund of tickets never uses retained money', () => {
  const account = { held: 2100, retained: 250 };
  expect(calculateMaxTicketRefund(account, [ticket(1250)])).toBe(1250);
  expect(calculateMaxTicketRefund(account, [ticket(1550), ticket(1550)])).toBe(1850);
  expect(calculateMaxTicketRefund({ held: 100, retained: 250 }, [ticket(1250)])).toBe(0);
});

test('retained money is split among the returned tickets, or among all if none was returned', () => {
  const valid = { ...ticket(1200), given_back_at: null };
  const returned = { ...ticket(1000), given_back_at: '2026-11-21T12:00:00.000Z' };
  expect(splitRetainedAmongTickets([valid, returned, { ...returned, pence: 500 }], 250)).toEqual([0, 167, 83]);
  expect(splitRetainedAmongTickets([valid, valid], 251)).toEqual([126, 125]);
});

test('a refund that Square hasn’t completed yet is pending, not refunded', () => {
  const account = deriveOrderAccount(facts({ tickets: [], payments: [payment({ source: 'card', pending: 2500 })] }));
  expect(account).toMatchObject({ refund_pending: 2500, refunded: 0, held: 0, owed: 0 });
  expect(formatPaidAndRefundedAmounts(account)).toBe('£25.00 paid, £25.00 being refunded');
});

test('the label for cancelling tickets names the refunded and the retained amounts', () => {
  const account = { held: 2500, retained: 0 };
  const tickets = [ticket(1250), ticket(1250)];
  const retained = calculateRetainedAmount(account, tickets, 500);
  expect(retained).toBe(2000);
  expect(formatCancellationLabel({ count: 2, refunded: 500, retained })).toBe(
    'Cancel 2 tickets, refund £5.00 and retain £20.00',
  );
  expect(formatCancellationLabel({ count: 1, refunded: 1250, retained: 0 })).toBe('Cancel 1 ticket and refund £12.50');
  expect(formatCancellationLabel({ count: 1, refunded: 0, retained: 0 })).toBe('Cancel 1 ticket');
});

test('an order’s summary names the method of a refund if it differs from the payment’s', () => {
  const card = payment({ source: 'card', refunded: 2500, refunded_otherwise: [{ source: 'cash', pence: 2500 }] });
  expect(formatPaidAndRefundedAmounts(deriveOrderAccount(facts({ payments: [card] })))).toBe(
    '£25.00 paid, £25.00 refunded in cash',
  );
  const partly = { ...card, refunded_otherwise: [{ source: 'cash' as const, pence: 500 }] };
  expect(formatPaidAndRefundedAmounts(deriveOrderAccount(facts({ payments: [partly] })))).toBe(
    '£25.00 paid, £25.00 refunded (£5.00 of it in cash)',
  );
});

test('after its payment was reversed, the whole price of a reservation is due', () => {
  const account = deriveOrderAccount(facts({ status: 'reserved', payments: [payment({ amount: 0 })] }));
  expect(account).toMatchObject({ paid: 0, due: 2500, payments: [] });
});

test('an order that another shop sold has nothing due here', () => {
  const account = deriveOrderAccount(facts({ source: 'import', payments: [] }));
  expect(account).toMatchObject({ sold: 2500, paid: 0, due: 0, owed: 0, refunded_valid: 0 });
});

test('a formatted refund names each method of payment, starting with the last payment’s', () => {
  const card = payment({ id: 'card', source: 'card', paid_by: 'card', amount: 3400 });
  const cash = payment({ id: 'cash', amount: 2500 });
  expect(formatRefund(splitRefund([card, cash], 5900))).toBe('£25.00 in cash and £34.00 to the card');
  expect(formatRefund(splitRefund([card, cash], 3000))).toBe('£25.00 in cash and £5.00 to the card');
  expect(formatRefund([])).toBe('');
});

const pence = fc.integer({ min: 0, max: 5000 });
const payments = fc.array(
  fc
    .tuple(pence, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([amount, refundedShare, pendingShare]) => {
      const refunded = Math.floor(amount * refundedShare);
      return payment({ amount, refunded, pending: Math.floor((amount - refunded) * pendingShare) });
    }),
  { maxLength: 4 },
);
const anyFacts: fc.Arbitrary<OrderFacts> = fc.record({
  status: fc.constantFrom('paid', 'reserved', 'comp', 'cancelled', 'refunded'),
  source: fc.constantFrom('online', 'phone', 'door', 'import'),
  tickets: fc.array(pence.map((price) => ticket(price, Math.floor(price / 3)))),
  payments,
  kept: pence,
});

test('the money held for an order is exactly what is retained, what is owed and what is left for its valid tickets', () => {
  fc.assert(
    fc.property(anyFacts, (order) => {
      const account = deriveOrderAccount(order);
      const { sold, paid, refunded, refund_pending, held, retained, due, owed, refunded_valid } = account;
      expect(held).toBe(paid - refunded - refund_pending);
      expect(Math.min(held - retained, sold) + retained + owed).toBe(held);
      for (const part of [sold, held, retained, due, owed, refunded_valid]) expect(part).toBeGreaterThanOrEqual(0);
      if (order.source === 'import') expect(due).toBe(0);
      expect(calculateFullRefund(account)).toBe(held - retained);
      const shares = splitRefundAmongTickets(order.tickets, refunded_valid);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(sold === 0 ? 0 : refunded_valid);
    }),
  );
});

test('a refund is split to the penny and never exceeds what is left of a payment', () => {
  fc.assert(
    fc.property(payments, pence, (paid, amount) => {
      const parts = splitRefund(paid, amount);
      const most = paid.reduce((sum, one) => sum + calculateRefundableAmount(one), 0);
      expect(parts.reduce((sum, part) => sum + part.pence, 0)).toBe(Math.min(amount, most));
      for (const part of parts) expect(part.pence).toBeLessThanOrEqual(calculateRefundableAmount(part.payment));
    }),
  );
});

test('an order’s summary names retained money, refunds due and money in dispute', () => {
  const paid = [payment({ amount: 3050 })];
  const some = deriveOrderAccount(facts({ tickets: [ticket(1800)], payments: paid, kept: 250 }));
  expect(formatOrderAccount(some)).toBe('£30.50 paid, £2.50 retained, £10.00 still to refund');
  const retained = deriveOrderAccount(facts({ status: 'cancelled', tickets: [], kept: 2500 }));
  expect(formatOrderAccount(retained)).toBe('£25.00 paid, £25.00 retained');
  const disputed = deriveOrderAccount(facts({ tickets: [], payments: [payment({ disputed: 2500 })] }));
  expect(formatOrderAccount(disputed)).toBe('£25.00 paid, £25.00 waits for the bank’s decision about a dispute');
});
