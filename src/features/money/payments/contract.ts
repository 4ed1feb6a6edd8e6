import { z } from 'zod';
import { manualPaymentSources } from '#features/money/ledger/entry.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, requiredSingleLine, singleLine } from '#platform/shared/calls/schemas.ts';

/**
 * A difference between our record of a payment or refund and Square's list. `status` means that Square has a payment or
 * refund that our records say was declined or abandoned.
 */
export interface PaymentDifference {
  what: 'unknown here' | 'unknown there' | 'amount' | 'fee' | 'status';
  /** The amount, or the fee, in our records and in Square's list, in pence. Null if that side has none. */
  ours: number | null;
  theirs: number | null;
}

/** The data that a page needs in order to show the provider's card form. */
export const CardFormConfig = z.object({
  /** The name of the provider. It decides which script the form uses. */
  provider: z.string(),
  /** The payment environment. With `practice` no money moves, and with `sandbox` only Square's test money. */
  environment: z.enum(['practice', 'sandbox', 'production']),
  /** The URL of the provider's script; for `practice`, of the practice provider's own script. */
  script: z.string(),
  application_id: z.string(),
  location_id: z.string(),
});
export type CardFormConfig = z.infer<typeof CardFormConfig>;

/**
 * The single-use token of a card, created by Square's form in the browser. "" if nothing is due. Only tokens are
 * accepted from visitors: Square would also accept the id of a stored card (`ccof:`), CASH or EXTERNAL here.
 */
export const CardNonce = z
  .string()
  .trim()
  .max(500)
  .regex(/^(cnon:\S+)?$/, 'Enter your card again.');

/** A current or coming membership year, which a refund of its payment may end. */
export const PaidYear = z.object({
  from: calendarDate,
  until: calendarDate,
  /** True if the year has begun. If so, the year ends on the day of the refund; otherwise it never begins. */
  has_begun: z.boolean(),
});
export type PaidYear = z.infer<typeof PaidYear>;

/** A refused refund, or a refund or dispute at Square, that somebody has to decide on. */
export const RefundIssue = z.object({
  id: z.string(),
  kind: z.enum(['refused', 'refund', 'dispute']),
  /** The day of the refusal, refund or dispute. */
  date: calendarDate,
  says: z.string(),
  todo: z.string(),
  /** Square's id, for searching its dashboard. "" if Square has none. */
  square_id: z.string(),
  /** Pence. */
  amount: z.int(),
  /** The page of the order. "" if the payment isn't for an order, or the visitor may not open the page. */
  order_link: z.string(),
  /**
   * True if the visitor may record the refund or dispute in the ledger: it is about one of our payments, and the money
   * has left the society's Square account.
   */
  can_record: z.boolean(),
  /** True if the visitor may retry a refused refund, or settle it in another way. */
  can_settle: z.boolean(),
  /** True if the visitor may dismiss the issue, because the payment isn't ours. */
  can_dismiss: z.boolean(),
  /** True if the payment is for a subscription. */
  of_subscription: z.boolean(),
  /** The membership year that may end when the refund is recorded. Null if there is none. */
  paid_year: PaidYear.nullable(),
});
export type RefundIssue = z.infer<typeof RefundIssue>;

/** Records a refund or lost dispute at Square in the ledger. Square isn't called. */
export const recordExternalRefund = declareCall('POST', '/members/api/refunds/:id/record', {
  body: z.object({
    /** Decides if the subscription ends with the refund. */
    subscription: z.enum(['keep', 'end']).default('keep'),
  }),
});

/** Retries a refund that Square refused. */
export const retryRefund = declareCall('POST', '/members/api/refunds/:id/retry');

/** Settles a refused refund without Square. */
export const settleRefund = declareCall('POST', '/members/api/refunds/:id/settle', {
  body: z.object({
    /** The way in which the money was refunded instead. `dismissed` if nothing is owed any more. */
    how: z.enum([...manualPaymentSources, 'dismissed'], 'Choose how it was settled.'),
    reason: singleLine(150).default(''),
  }),
});

/** Dismisses a payment at Square that isn't ours, or a refund or dispute of such a payment. */
export const dismissUnknownPayment = declareCall('POST', '/members/api/get_sums/at_square/:id/dismiss', {
  body: z.object({ reason: requiredSingleLine('Say what it is.', 150) }),
});

/** Restores a dismissed payment, refund or dispute. */
export const restoreUnknownPayment = declareCall('POST', '/members/api/get_sums/at_square/:id/restore');
