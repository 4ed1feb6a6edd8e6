import type { ManualSource, PaymentSource } from '#features/money/ledger/entry.ts';
import type { Subscription } from '../contract.ts';

/** A yearly subscription of a member, for themselves or somebody else. It is deleted with their account. */
export interface SubscriptionTable {
  id: string;
  user_id: string;
  plan_id: string;
  sub_for: Subscription['sub_for'];
  /** For somebody else: their name, and their emergency contact. "" for oneself. */
  name: string;
  phone_number: string;
  e_con_name: string;
  e_con_phone: string;
  /** Pence for a whole year: the plan's when it was started, or last renewed. */
  amount: number;
  /** `pending` until its first charge is settled. A decline deletes it. `lapsed` once it is over. */
  status: 'pending' | 'active' | 'lapsed';
  started_on: string;
  /** Its paid time ends the day before. */
  renews_on: string;
  /** The time of its cancellation. */
  cancelled_at: string | null;
  /** The card on file that it renews with. */
  card_id: string | null;
  /** For somebody else: the same person in shows, and the admin who linked the two. */
  person_id: string | null;
  person_linked_by: string | null;
  created_at: string;
  /** The state of its next renewal: when its owner was reminded, a month before and again a week before. */
  reminded_on: string | null;
  reminded_again_on: string | null;
  /** The renewal amount in the last reminder, in pence. */
  amount_told: number | null;
  /** The number of times the card was declined, or its owner asked to pay, and the last time. */
  tries: number;
  tried_on: string | null;
}

/** A year of a subscription that is paid: the first may be shorter. */
export interface SubscriptionYearTable {
  id: string;
  subscription_id: string;
  begins_on: string;
  /** It ends the day before: not after it begins if all of it was refunded. */
  renews_on: string;
  /** Pence that were paid. */
  amount: number;
  source: PaymentSource | 'free';
  /** The ledger entry for it. */
  entry_id: string | null;
  /** The ledger entry of the refund that ended it. */
  ended_by: string | null;
}

/** Somebody whom a paper list has as a member, or who paid without an account, as long as they have none. */
export interface PaperMemberTable {
  id: string;
  name: string;
  /** "" if the list had none. */
  email: string;
  email_key: string;
  phone: string;
  plan_id: string;
  /** Pence. */
  amount: number;
  paid_on: string | null;
  source: ManualSource | null;
  paid_until: string;
  created_at: string;
  /** 1 if a payment added them and they are on no list. */
  from_payment: 0 | 1;
}

/** A year that somebody without an account has paid for here. Its id is the ledger entry's. */
export interface PaperMemberYearTable {
  id: string;
  member_id: string;
  plan_id: string;
  begins_on: string;
  /** Before its beginning if a refund has left no day of it. */
  paid_until: string;
  /** Pence. */
  amount: number;
  source: ManualSource;
  paid_on: string;
  /** The ledger entry of the refund that ended it. */
  ended_by: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    subscription: SubscriptionTable;
    subscription_year: SubscriptionYearTable;
    paper_member: PaperMemberTable;
    paper_member_year: PaperMemberYearTable;
  }
}
