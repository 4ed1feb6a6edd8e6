import type { Instant } from '#platform/shared/dates/dates.ts';

interface Sold {
  starts_at: Instant;
  on_sale_from: Instant | null;
  on_sale_until: Instant | null;
}

/** The state of booking for visitors: not yet, now, or not any more; `at` is when that changes, or when it ended. */
export type SaleStatus = { is: 'ahead' | 'open' | 'over'; at: Instant };

/** When a performance is on sale: from the set moment, else at once; until the set moment, else until it begins. */
export function getSaleStatus({ starts_at, on_sale_from, on_sale_until }: Sold, now: Instant): SaleStatus {
  const until = on_sale_until !== null && on_sale_until < starts_at ? on_sale_until : starts_at;
  // The performance may be moved to before its sale begins
  if (until <= now || (on_sale_from !== null && on_sale_from >= until)) return { is: 'over', at: until };
  if (on_sale_from !== null && on_sale_from > now) return { is: 'ahead', at: on_sale_from };
  return { is: 'open', at: until };
}
