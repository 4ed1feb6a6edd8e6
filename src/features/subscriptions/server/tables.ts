import type { Subscription } from '../contract.ts';

/** What a member pays each year, for themselves or somebody else. It goes with their account. */
export interface SubscriptionTable {
  id: string;
  user_id: string;
  plan_id: string;
  sub_for: Subscription['sub_for'];
  /** Of somebody else: who it is, and whom to call in an emergency. "" of one's own. */
  name: string;
  phone_number: string;
  e_con_name: string;
  e_con_phone: string;
  /** Pence for a whole year: the plan's when it was started, or last renewed. */
  amount: number;
  /** `pending` until its first charge is settled. A decline deletes it. */
  status: 'pending' | 'active' | 'lapsed';
  started_on: string;
  /** Its paid time ends the day before. */
  renews_on: string;
  /** Since when it won't renew. */
  cancelled_at: string | null;
  /** The card on file that it renews with. */
  card_id: string | null;
  created_at: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    subscription: SubscriptionTable;
  }
}
