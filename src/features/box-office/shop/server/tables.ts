import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';

export interface PromoCodeTable {
  id: string;
  show_id: string;
  code: string;
  /** The normalised code, as `normalisePromoCode` returns it. */
  code_key: string;
  percent: number;
  pence: number;
  first_day: CalendarDate | null;
  last_day: CalendarDate | null;
  /** The maximum number of orders that may use the code. Null for any number. */
  most: number | null;
  /** The maximum number of tickets that may be sold with the code. Null for any number. */
  most_tickets: number | null;
  off: 0 | 1;
  created_at: Instant;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    promo_code: PromoCodeTable;
  }
}
