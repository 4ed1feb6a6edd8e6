import type { EntrySubject, ManualSource } from '#features/money/ledger/entry.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PaymentIntentTable } from './tables.ts';

/** A charge or refund with a result, or with a fee that has become known. */
export type Payment = Readonly<Omit<PaymentIntentTable, 'source' | 'verification'>> & {
  /** The way in which a refund that Square had refused was paid; undefined if it went to the card. */
  readonly paid_in?: ManualSource;
};

/** Handles the results of a feature's payments, in the same transaction and once each. The ledger has them by then. */
export interface PaymentHandler {
  purpose: EntrySubject['about'];
  onSettled: (tx: DbTransaction, charge: Payment, at: Instant) => Promise<void>;
  /** Nobody was charged: the card was declined, or Square was never called. */
  declined?: (tx: DbTransaction, charge: Payment, at: Instant) => Promise<void>;
  refunded?: (tx: DbTransaction, refund: Payment, at: Instant) => Promise<void>;
  /** Square refused a refund, and nothing is owed any more: the society retains the money. */
  dismissed?: (tx: DbTransaction, refund: Payment & { reason: string }, at: Instant) => Promise<void>;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Called when payments are settled, declined or refunded. */
    paymentOutcomes: readonly PaymentHandler[];
  }
}
