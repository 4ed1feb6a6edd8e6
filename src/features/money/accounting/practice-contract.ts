import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { pounds } from '#platform/shared/calls/schemas.ts';

/** Something at the practice provider, by its id there. */
const AtProvider = z.object({
  id: z.string(),
  /** When it was made there, by the society's clock. */
  at: z.string(),
  /** The subject of the payment: "Order 12, Jo Bloggs". */
  subject: z.string(),
  /** Pence. */
  amount: z.int(),
});
export type AtProvider = z.infer<typeof AtProvider>;

/** `/members/get_sums/practice`: simulates a seller's actions in Square's dashboard, and banks' decisions. */
export const PracticeProvider = z.object({
  type: z.literal('practice_provider'),
  title: z.string(),
  /** True if refunds wait until a bank's response is chosen here. */
  answers_later: z.boolean(),
  /** The latest payments; `left` is the refundable amount. */
  payments: z.array(AtProvider.extend({ left: z.int() })),
  /** Refunds that wait for a bank. */
  refunds: z.array(AtProvider),
  /** Disputes that no bank has decided. */
  disputes: z.array(AtProvider),
});

/** Refunds a payment as in Square's dashboard, all or part of it. */
export const refundAtProvider = declareCall('POST', '/members/api/practice/payments/:id/refund', {
  body: z.object({ amount: pounds.pipe(z.int().min(1, 'Enter how much is refunded.')) }),
});

/** Makes the cardholder dispute the whole payment. */
export const disputeAtProvider = declareCall('POST', '/members/api/practice/payments/:id/dispute');

/** Makes the bank respond to a refund. */
export const answerRefund = declareCall('POST', '/members/api/practice/refunds/:id/answer', {
  body: z.object({ answer: z.enum(['complete', 'reject'], 'Choose what the bank does.') }),
});

/** Makes the bank decide a dispute. */
export const decideDispute = declareCall('POST', '/members/api/practice/disputes/:id/decide', {
  body: z.object({ decision: z.enum(['won', 'lost'], 'Choose who wins.') }),
});

/** Sets when banks respond to refunds from now on. */
export const setBankAnswers = declareCall('POST', '/members/api/practice/banks', {
  body: z.object({ answers: z.enum(['at_once', 'later'], 'Choose when banks answer.') }),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    practice_provider: z.infer<typeof PracticeProvider>;
  }
}
