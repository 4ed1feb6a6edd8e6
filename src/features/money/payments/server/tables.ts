import type { EntrySubject, ManualSource, PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { PaymentDifference } from '../contract.ts';

/** The intent to make a charge or refund: written before the call to Square, settled by its response. */
export interface PaymentIntentTable {
  /** Also the idempotency key: asking Square again means the same charge. */
  id: string;
  kind: 'charge' | 'refund';
  /** Payments of one environment don't exist for another. */
  environment: PaymentEnvironment;
  /** The purpose, which decides the feature that is notified, and that feature's name for the subject. */
  purpose: EntrySubject['about'];
  subject: string;
  /** The subject in the ledger. */
  plan_id: string;
  show_id: string;
  label: string;
  /** Identifies the attempt: a double press is the same one. */
  attempt: string;
  /** The charge that a refund is for. */
  charge_id: string | null;
  /** The payer's account; null for a visitor, or once the account is deleted. */
  user_id: string | null;
  pence: number;
  /** The token of the charged card, and the proof of the buyer's verification; "" once it is settled. */
  source: string;
  verification: string;
  /** Square's customer, for a card on file. */
  customer: string;
  location: string;
  /** The note in Square's list. */
  note: string;
  status: 'open' | 'settled' | 'declined' | 'abandoned';
  /** Square's own id; "" until it is known. */
  provider_id: string;
  /** Square's code. */
  declined_because: string;
  card_brand: string;
  last_4: string;
  /** 1 if a refund ends the subscription that was paid for. */
  ends: 0 | 1;
  /** Square's fee for a charge in pence; null until known. */
  fee: number | null;
  created_at: string;
  settled_at: string | null;
  /** The origin of a refund: this site, somebody at Square's dashboard, or the cardholder's bank. */
  origin: 'here' | 'dashboard' | 'dispute';
  /** The resolution of a refund that was refused; "" while somebody still has to decide. */
  resolution: '' | 'retried' | ManualSource | 'dismissed';
  resolved_at: string | null;
}

/** Money that went back, or may go back, at Square without our asking. */
export interface ExternalRefundTable {
  /** Made from Square's id, so that each is found once. */
  id: string;
  environment: PaymentEnvironment;
  kind: 'refund' | 'dispute';
  /** Square's id of it. */
  provider_id: string;
  /** Our charge; null if Square's payment isn't one of ours. */
  charge_id: string | null;
  pence: number;
  /** Square's state of it, such as `COMPLETED` or `EVIDENCE_REQUIRED`. */
  state: string;
  /** Square's code for the reason of a dispute; "" for a refund, since its reason may contain a typed name. */
  reason: string;
  /** The deadline for responding to a dispute; "" for a refund. */
  due_at: string;
  happened_at: string;
  found_at: string;
  /** The time at which somebody recorded it in the ledger. */
  recorded_at: string | null;
  /** When it came to nothing: a dispute that was won, a refund that the bank refused. */
  closed_at: string | null;
  /** The time at which somebody dismissed its payment as not ours. */
  dismissed_at: string | null;
  /** The time at which a dispute was lost or accepted; null for the others. */
  lost_at: string | null;
}

/** A member's customer at Square. Without a user, Square is about to be asked to delete it. */
export interface PaymentCustomerTable {
  id: string;
  user_id: string | null;
  environment: PaymentEnvironment;
  provider_id: string;
}

/** A card on file with Square: only the displayable parts, never its number. */
export interface PaymentCardTable {
  id: string;
  customer_id: string;
  provider_id: string;
  brand: string;
  last_4: string;
  exp_month: number;
  exp_year: number;
  postcode: string;
  created_at: string;
  removed_at: string | null;
}

/** A difference between our payments and Square's list. */
export interface PaymentDifferenceTable {
  id: string;
  environment: PaymentEnvironment;
  /** Square's id of the payment or refund. */
  provider_id: string;
  what: PaymentDifference['what'];
  /** Pence. */
  ours: number | null;
  theirs: number | null;
  found_at: string;
  /** The time since which the two agree again. */
  cleared_at: string | null;
  /** The time at which somebody dismissed it as not ours. */
  dismissed_at: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    payment_intent: PaymentIntentTable;
    payment_customer: PaymentCustomerTable;
    payment_card: PaymentCardTable;
    payment_difference: PaymentDifferenceTable;
    external_refund: ExternalRefundTable;
  }
}
