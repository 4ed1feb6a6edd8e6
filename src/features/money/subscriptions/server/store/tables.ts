import type { ManualPaymentSource, PaymentSource } from '#features/money/ledger/entry.ts';
import type { Subscription } from '../../contract.ts';

/** A yearly plan. */
export interface SubscriptionPlanTable {
  id: string;
  name: string;
  /** Pence. Members who subscribed before a change keep their own price until renewal. */
  amount: number;
  period: 'yearly';
  enabled: 0 | 1;
  description: string;
  renewal_month: string;
  /**
   * The price for a member who joins part-way through a year: the price of the whole year, or of the remaining months.
   */
  first_part: 'full' | 'months';
  /** 1 if Gift Aid can be claimed on the plan's subscriptions. */
  gift_aid: 0 | 1;
  version: number;
  /** The user who saved the plan last; null if unknown, or if their account was deleted. */
  updated_by?: string | null | undefined;
  created_at: string;
  updated_at: string;
}

/**
 * A yearly subscription that a member pays for, either their own or somebody else's. It is deleted with the payer's
 * account.
 */
export interface SubscriptionTable {
  id: string;
  user_id: string;
  plan_id: string;
  sub_for: Subscription['sub_for'];
  /**
   * The name, telephone number and emergency contact of the other person that the subscription is for; "" for the
   * member's own subscription.
   */
  name: string;
  phone_number: string;
  e_con_name: string;
  e_con_phone: string;
  /** Pence for a whole year: the plan's price when the subscription was started or last renewed. */
  amount: number;
  /**
   * `pending` until its first charge is settled. If that fails, the row is deleted, or lapses if part payments name it.
   * `lapsed` once it has ended.
   */
  status: 'pending' | 'active' | 'lapsed';
  started_on: string;
  /** The day after the paid time. */
  renews_on: string;
  cancelled_at: string | null;
  /** The stored card with which the subscription renews; null if there is none. */
  card_id: string | null;
  /** If the subscription is for somebody else: the person in shows to whom an admin has linked it, and that admin. */
  person_id: string | null;
  person_linked_by: string | null;
  created_at: string;
  /** The days on which the two reminders of the next renewal were sent; null if not sent. */
  reminded_on: string | null;
  reminded_again_on: string | null;
  /** The amount in the last reminder, in pence; the charge is never higher. */
  amount_told: number | null;
  /**
   * The number of times that the card was declined or the owner was asked to pay, and the day of the last such time.
   */
  tries: number;
  tried_on: string | null;
}

/** A paid year of a subscription. The first year may be shorter. */
export interface SubscriptionYearTable {
  id: string;
  subscription_id: string;
  begins_on: string;
  /** The first day after the year. It is before `begins_on` if a refund has left no day of the year. */
  renews_on: string;
  /** Pence. */
  amount: number;
  source: PaymentSource | 'free';
  entry_id: string | null;
  /** The ledger entry of the refund that ended the year. */
  ended_by: string | null;
  /** 1 if the year reactivated a lapsed subscription, which lapses again if the payment is reversed. */
  was_lapsed: 0 | 1;
}

/**
 * A payment by somebody with an account that paid for no year, and the person whose next year it counts towards. Its id
 * is that of the ledger entry. Payments that earlier versions recorded have no row.
 */
export interface PartPaymentTable {
  id: string;
  /** The subscription of another person that the payment was for; null for the payer's own membership. */
  subscription_id: string | null;
}

/** Somebody without an account who is on an imported list of members, or whose payment the treasurer recorded. */
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
  source: ManualPaymentSource | null;
  paid_until: string;
  created_at: string;
  /** 1 if the person was added by a payment and is on no imported list. */
  from_payment: 0 | 1;
}

/** A year that somebody without an account has paid for. Its id is that of the ledger entry. */
export interface PaperMemberYearTable {
  id: string;
  member_id: string;
  plan_id: string;
  begins_on: string;
  /** The last day of the year. It is before `begins_on` if a refund removed the whole year. */
  paid_until: string;
  /** Pence. */
  amount: number;
  source: ManualPaymentSource;
  paid_on: string;
  /** The ledger entry of the refund that ended the year. */
  ended_by: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    subscription_plan: SubscriptionPlanTable;
    subscription: SubscriptionTable;
    subscription_year: SubscriptionYearTable;
    part_payment: PartPaymentTable;
    paper_member: PaperMemberTable;
    paper_member_year: PaperMemberYearTable;
  }
}
