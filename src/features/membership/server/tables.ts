interface SubscriptionPlanTable {
  id: string;
  name: string;
  /** Pence. Whoever subscribed before a change keeps their own price until renewal. */
  amount: number;
  period: 'yearly';
  enabled: 0 | 1;
  description: string;
  renewal_month: string;
  /** What whoever joins within a year pays of it. */
  first_part: 'full' | 'months';
  /** Whether Gift Aid can be claimed on its subscriptions. */
  gift_aid: 0 | 1;
  version: number;
  created_at: string;
  updated_at: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    subscription_plan: SubscriptionPlanTable;
  }
}

export type { SubscriptionPlanTable };
