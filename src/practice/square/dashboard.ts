import { createInvalidRequestError, createNotFoundError, type FaultInjector } from './api-server.ts';
import { createSquareId } from './customers.ts';
import type { EventSender } from './events.ts';
import type { Journal } from './journal.ts';
import type { DisputeState, SquareDispute, SquarePayment, SquareRefund } from './objects.ts';
import { completeRefund, createRefund } from './payments.ts';

/**
 * The actions of a seller in Square's dashboard, and the decisions of banks. The site learns of them only by events or
 * by requesting data.
 */
export interface SellerDashboard {
  /** Completed payments, latest first. */
  listPayments: () => SquarePayment[];
  listPendingRefunds: () => SquareRefund[];
  /** Undecided disputes, latest first. */
  listOpenDisputes: () => SquareDispute[];
  /** Returns true if refunds requested through the API stay pending until they are completed or rejected here. */
  areRefundsHeld: () => boolean;
  setRefundsHeld: (held: boolean) => void;
  /** Refunds a payment. By default, refunds the whole amount that hasn't been refunded yet. */
  refund: (paymentId: string, how?: { pence?: number; reason?: string; pending?: boolean }) => SquareRefund;
  /** Completes a pending refund, as the bank would. */
  completeRefund: (refundId: string) => SquareRefund;
  /** Rejects a pending refund, as the bank would. The seller keeps the money. */
  rejectRefund: (refundId: string, status?: 'REJECTED' | 'FAILED') => SquareRefund;
  /** Opens a dispute, as the cardholder's bank would. */
  openDispute: (
    paymentId: string,
    how?: { pence?: number; reason?: SquareDispute['reason']; state?: DisputeState },
  ) => SquareDispute;
  setDisputeState: (disputeId: string, state: DisputeState) => SquareDispute;
}

const daysToRespond = 14;

/** The final states of a dispute. */
const decidedStates: ReadonlySet<DisputeState> = new Set(['INQUIRY_CLOSED', 'WON', 'LOST', 'ACCEPTED']);

const sortLatestFirst = <T extends { created_at: string }>(some: T[]): T[] =>
  some.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));

export function createSellerDashboard({
  journal,
  events,
  clock,
  faults,
}: {
  journal: Journal;
  events: EventSender;
  clock: () => Date;
  faults: Pick<FaultInjector, 'holdsRefunds'>;
}): SellerDashboard {
  const now = () => clock().toISOString();
  const requirePayment = (id: string) => {
    const payment = journal.get('payment', id);
    if (!payment) throw createNotFoundError(`Payment ${id}`);
    return payment;
  };
  const requireRefund = (id: string) => {
    const refund = journal.get('refund', id);
    if (!refund) throw createNotFoundError(`Refund ${id}`);
    return refund;
  };
  return {
    listPayments: () => sortLatestFirst(journal.all('payment').filter(({ status }) => status === 'COMPLETED')),
    listPendingRefunds: () => sortLatestFirst(journal.all('refund').filter(({ status }) => status === 'PENDING')),
    listOpenDisputes: () => sortLatestFirst(journal.all('dispute').filter(({ state }) => !decidedStates.has(state))),
    areRefundsHeld: () => faults.holdsRefunds,
    setRefundsHeld: (held) => {
      faults.holdsRefunds = held;
    },
    refund: (paymentId, { pence, reason = 'Refunded in the dashboard', pending = false } = {}) =>
      journal.transaction(() => {
        const payment = requirePayment(paymentId);
        const left = payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
        const amount = { amount: pence ?? left, currency: 'GBP' };
        if (amount.amount < 1)
          throw createInvalidRequestError('REFUND_AMOUNT_INVALID', 'Nothing is left to refund.', 'amount_money.amount');
        const refund = createRefund(journal, payment, { amount, at: now(), reason });
        events.queue('refund.created', { kind: 'refund', value: refund });
        return pending ? refund : completeRefund({ journal, events, clock }, refund);
      }),
    completeRefund: (refundId) => {
      const refund = requireRefund(refundId);
      return refund.status === 'PENDING' ? completeRefund({ journal, events, clock }, refund) : refund;
    },
    rejectRefund: (refundId, status = 'REJECTED') =>
      journal.transaction(() => {
        const refund = requireRefund(refundId);
        if (refund.status !== 'PENDING')
          throw createInvalidRequestError('BAD_REQUEST', `The refund is ${refund.status}.`);
        const payment = requirePayment(refund.payment_id);
        const refunded = (payment.refunded_money?.amount ?? 0) - refund.amount_money.amount;
        journal.put('payment', payment.id, {
          ...payment,
          refunded_money: { amount: refunded, currency: 'GBP' },
          updated_at: now(),
        });
        const rejected: SquareRefund = { ...refund, status, updated_at: now() };
        journal.put('refund', rejected.id, rejected);
        events.queue('refund.updated', { kind: 'refund', value: rejected });
        return rejected;
      }),
    openDispute: (paymentId, { pence, reason = 'NO_KNOWLEDGE', state = 'EVIDENCE_REQUIRED' } = {}) =>
      journal.transaction(() => {
        const payment = requirePayment(paymentId);
        const at = now();
        const id = createSquareId();
        const { card } = payment.card_details as { card?: { card_brand?: string } };
        const dispute: SquareDispute = {
          id,
          dispute_id: id,
          amount_money: { amount: pence ?? payment.total_money.amount, currency: 'GBP' },
          reason,
          state,
          due_at: new Date(clock().getTime() + daysToRespond * 24 * 60 * 60_000).toISOString(),
          disputed_payment: { payment_id: payment.id },
          card_brand: card?.card_brand ?? 'OTHER_BRAND',
          created_at: at,
          updated_at: at,
          reported_at: at,
          brand_dispute_id: createSquareId(),
          version: 1,
          location_id: payment.location_id,
        };
        journal.put('dispute', id, dispute);
        events.queue('dispute.created', { kind: 'dispute', value: dispute });
        return dispute;
      }),
    setDisputeState: (disputeId, state) =>
      journal.transaction(() => {
        const dispute = journal.get('dispute', disputeId);
        if (!dispute) throw createNotFoundError(`Dispute ${disputeId}`);
        const changed = { ...dispute, state, updated_at: now(), version: dispute.version + 1 };
        journal.put('dispute', disputeId, changed);
        events.queue('dispute.state.updated', { kind: 'dispute', value: changed });
        return changed;
      }),
  };
}
