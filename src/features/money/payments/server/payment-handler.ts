import type { EntrySubject, ManualSource } from '#features/money/ledger/entry.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PaymentIntentTable } from './tables.ts';

/** A charge or refund that has a result. */
export type Payment = Readonly<Omit<PaymentIntentTable, 'source' | 'verification'>> & {
  /** The way in which a refused refund was paid instead. Undefined if the money went to the card. */
  readonly paid_in?: ManualSource;
};

/** Handles the results of a feature's payments, once each, in the transaction that posts them to the ledger. */
export interface PaymentHandler {
  purpose: EntrySubject['about'];
  onSettled: (tx: DbTransaction, charge: Payment, at: Instant) => Promise<void>;
  /** Called if nobody was charged, because the card was declined or Square never got the request. */
  onDeclined?: (tx: DbTransaction, charge: Payment, at: Instant) => Promise<void>;
  onRefunded?: (tx: DbTransaction, refund: Payment, at: Instant) => Promise<void>;
  /** Called if a refused refund was dismissed, so that the society retains the money. */
  onDismissed?: (tx: DbTransaction, refund: Payment & { reason: string }, at: Instant) => Promise<void>;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Called when payments are settled, declined or refunded. */
    paymentOutcomes: readonly PaymentHandler[];
  }
}
