import { z } from 'zod';
import { manualSources } from '#features/money/ledger/entry.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, singleLine, singleLineText } from '#platform/shared/calls/schemas.ts';

/** A difference between our record of a payment and Square's list. */
export interface PaymentDifference {
  what: 'unknown here' | 'unknown there' | 'amount' | 'fee' | 'status';
  /** Pence. */
  ours: number | null;
  theirs: number | null;
}

/** The data that a page needs to take a card. Null if paying by card is off. */
export const CardForm = z.object({
  /** The payment environment: in practice no money moves, in the sandbox Square's test money does. */
  environment: z.enum(['practice', 'sandbox', 'production']),
  /** The URL of Square's script, or of the practice form's. */
  script: z.string(),
  application_id: z.string(),
  location_id: z.string(),
});
export type CardForm = z.infer<typeof CardForm>;

/**
 * A card's token for one use, made by Square's form in the browser. Square also takes the id of a stored card
 * (`ccof:`), CASH and EXTERNAL in place of a token: a visitor may never send those. "" if nothing is due.
 */
export const CardNonce = z
  .string()
  .trim()
  .max(500)
  .regex(/^(cnon:\S+)?$/, 'Enter your card again.');

/** A running or coming year of a subscription, which a refund of its payment may end. */
export const PaidYear = z.object({
  from: calendarDate,
  until: calendarDate,
  /** True if it has begun: it then ends on the day of the refund, else it never begins. */
  has_begun: z.boolean(),
});
export type PaidYear = z.infer<typeof PaidYear>;

/** A refund that was refused, or a refund or dispute made at Square: something that somebody has to decide. */
export const RefundIssue = z.object({
  id: z.string(),
  kind: z.enum(['refused', 'refund', 'dispute']),
  /** The day on which it happened. */
  date: calendarDate,
  says: z.string(),
  todo: z.string(),
  /** Square's id of it, to search for in its dashboard; "" if Square has none. */
  square_id: z.string(),
  /** Pence. */
  amount: z.int(),
  /** The page of its order; "" if it isn't for an order, or the visitor may not open it. */
  order_link: z.string(),
  /** True if it can be entered in the ledger: the money has left at Square. */
  can_record: z.boolean(),
  /** True if the visitor may retry a refused refund, or settle it in another way. */
  can_settle: z.boolean(),
  /** True if the visitor may dismiss it: its payment isn't ours. */
  can_dismiss: z.boolean(),
  /** True if it is of a subscription. */
  of_subscription: z.boolean(),
  /** The year of it that recording the refund may end; null if none is running. */
  paid_year: PaidYear.nullable(),
});
export type RefundIssue = z.infer<typeof RefundIssue>;

/** Records in the ledger a refund made at Square, without another call to Square. */
export const recordExternalRefund = declareCall('POST', '/members/api/refunds/:id/record', {
  body: z.object({
    /** Of a subscription that is running: whether it ends with the refund. */
    subscription: z.enum(['keep', 'end']).default('keep'),
  }),
});

/** Retries a refund that Square refused. */
export const retryRefund = declareCall('POST', '/members/api/refunds/:id/retry');

/** Settles a refused refund without Square. */
export const settleRefund = declareCall('POST', '/members/api/refunds/:id/settle', {
  body: z.object({
    /** The way the money was paid instead; `dismissed` if nothing is owed any more. */
    how: z.enum([...manualSources, 'dismissed'], 'Choose how it was settled.'),
    reason: singleLine(150).default(''),
  }),
});

/** Dismisses a payment at Square that isn't ours, or a refund or dispute of one. */
export const dismissAtSquare = declareCall('POST', '/members/api/get_sums/at_square/:id/dismiss', {
  body: z.object({ reason: singleLineText('Say what it is.', 150) }),
});

/** Undoes that. */
export const restoreAtSquare = declareCall('POST', '/members/api/get_sums/at_square/:id/restore');
