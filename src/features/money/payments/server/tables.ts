import type { EntrySubject, ManualPaymentSource, PaymentEnvironment } from '#features/money/ledger/entry.ts';
import type { PaymentDifference } from '../contract.ts';

/**
 * The intent to make a charge or refund. It is recorded before the call to Square, and closed by the result. A refund or
 * dispute at Square gets a settled row when somebody records it.
 */
export interface PaymentIntentTable {
  /** Also the idempotency key, so that submitting the intent again makes no second charge. */
  id: string;
  kind: 'charge' | 'refund';
  /** The payment environment. Payments of other environments are ignored. */
  environment: PaymentEnvironment;
  /**
   * The purpose, which decides which feature handles the result. `subject` is that feature's name for the item that is
   * paid for.
   */
  purpose: EntrySubject['about'];
  subject: string;
  /** The subject of the ledger entry: the ids of the plan and the show, each "" for none, and the label. */
  plan_id: string;
  show_id: string;
  label: string;
  /** Identifies the attempt. If a button is pressed twice, both requests have the same attempt. */
  attempt: string;
  /** The charge that a refund is for; null for a charge. */
  charge_id: string | null;
  /** The payer's account. Null for visitors and deleted accounts. */
  user_id: string | null;
  pence: number;
  /** The token or id of the card, and the token of the buyer's verification. "" once the intent is closed. */
  source: string;
  verification: string;
  /** Square's id of the customer, for a card on file; otherwise "". */
  customer: string;
  location: string;
  /** The note in Square's list; for a refund, its reason. */
  note: string;
  status: 'open' | 'settled' | 'declined' | 'abandoned';
  /** Square's id. "" until it is known. */
  provider_id: string;
  /** Square's reason code if the charge or refund was declined, or `NEVER_ASKED` if it was abandoned; otherwise "". */
  declined_because: string;
  card_brand: string;
  last_4: string;
  /** 1 if a refund ends the subscription that was paid for. */
  ends: 0 | 1;
  /** Square's fee for a charge, in pence. Null until it is known. */
  fee: number | null;
  created_at: string;
  settled_at: string | null;
  /** The origin of a refund: this site, Square's dashboard, or a dispute at the cardholder's bank. */
  origin: 'here' | 'dashboard' | 'dispute';
  /** The way in which a refused refund was settled. "" until then, and for all other intents. */
  resolution: '' | 'retried' | ManualPaymentSource | 'dismissed';
  resolved_at: string | null;
}

/** A refund or dispute at Square that we didn't request. */
export interface ExternalRefundTable {
  /** Derived from Square's id, so that there is only one row for each refund or dispute. */
  id: string;
  environment: PaymentEnvironment;
  kind: 'refund' | 'dispute';
  /** Square's id. */
  provider_id: string;
  /** Our charge. Null if the payment isn't ours. */
  charge_id: string | null;
  pence: number;
  /** Square's state, such as `COMPLETED` or `EVIDENCE_REQUIRED`. */
  state: string;
  /** Square's code for the reason of a dispute. "" for refunds, whose typed reason may contain a name. */
  reason: string;
  /** The deadline for responding to a dispute. "" if there is none, and for refunds. */
  due_at: string;
  happened_at: string;
  found_at: string;
  /** The time at which somebody recorded the refund or dispute in the ledger. Null until then. */
  recorded_at: string | null;
  /** The time at which somebody dismissed the refund or dispute, because its payment isn't ours. Null if nobody has. */
  closed_at: string | null;
  /** The time at which somebody dismissed the payment as not ours. */
  dismissed_at: string | null;
  /** The time at which a dispute was found to be lost or accepted. Null for all others. */
  lost_at: string | null;
}

/** The customer record of a member at Square. A record without a user will be deleted at Square. */
export interface PaymentCustomerTable {
  id: string;
  user_id: string | null;
  environment: PaymentEnvironment;
  provider_id: string;
}

/** A card on file at Square, without its number. */
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
  /** The time at which the difference was found to be resolved. Null while it is open. */
  cleared_at: string | null;
  /** The time at which somebody dismissed an unknown payment as not ours. */
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
