import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { pounds } from '#platform/shared/calls/schemas.ts';

/** A payment, refund or dispute at the practice provider, with its id there. */
const PracticeProviderRecord = z.object({
  id: z.string(),
  /** The time of the payment, refund or dispute, in the society's time zone. */
  at: z.string(),
  /** The purpose of the payment and the payer: "Order 12, Jo Bloggs". */
  subject: z.string(),
  /** Pence. */
  amount: z.int(),
});
export type PracticeProviderRecord = z.infer<typeof PracticeProviderRecord>;

/** `/members/get_sums/practice`: simulates what a seller does in Square's dashboard and what banks decide. */
export const PracticeProvider = z.object({
  type: z.literal('practice_provider'),
  title: z.string(),
  /** True if refunds wait until the bank's decision is chosen on this page. */
  answers_later: z.boolean(),
  /** The latest payments. `left` is the pence that can still be refunded. */
  payments: z.array(PracticeProviderRecord.extend({ left: z.int() })),
  /** Refunds that wait for the bank's decision. */
  refunds: z.array(PracticeProviderRecord),
  /** Disputes that wait for the bank's decision. */
  disputes: z.array(PracticeProviderRecord),
});

/** Refunds all or part of a payment, as in Square's dashboard. */
export const refundPaymentAtProvider = declareCall('POST', '/members/api/practice/payments/:id/refund', {
  body: z.object({ amount: pounds.pipe(z.int().min(1, 'Enter how much to refund.')) }),
});

/** Opens a dispute about the whole payment, as its cardholder would. */
export const disputePaymentAtProvider = declareCall('POST', '/members/api/practice/payments/:id/dispute');

/** Completes or rejects a refund, as the bank would. */
export const decideRefund = declareCall('POST', '/members/api/practice/refunds/:id/answer', {
  body: z.object({ answer: z.enum(['complete', 'reject'], 'Choose what the bank does.') }),
});

/** Decides a dispute, as the bank would. */
export const decideDispute = declareCall('POST', '/members/api/practice/disputes/:id/decide', {
  body: z.object({ decision: z.enum(['won', 'lost'], 'Choose who wins.') }),
});

/** Sets when banks decide on refunds: at once, or once their decision is chosen on the practice provider's page. */
export const setBankDecisionTiming = declareCall('POST', '/members/api/practice/banks', {
  body: z.object({ answers: z.enum(['at_once', 'later'], 'Choose when banks decide.') }),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    practice_provider: z.infer<typeof PracticeProvider>;
  }
}
