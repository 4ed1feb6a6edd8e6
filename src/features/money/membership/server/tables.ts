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

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    subscription_plan: SubscriptionPlanTable;
  }
}
