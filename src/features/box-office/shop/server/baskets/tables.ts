import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';

/** A visitor's basket. If it becomes an order, the order has the same id. */
export interface BasketTable {
  id: string;
  /** The hash of the cookie's token, so that a stolen copy of the database opens no basket. */
  token_hash: string;
  show_id: string;
  /** The keyed hash of the visitor's network, which is an IPv4 address or an IPv6 /64. */
  network: string;
  /** The keyed hashes of an IPv6 visitor's wider networks. "" for IPv4. */
  network_56: string;
  network_48: string;
  status: 'open' | 'paying' | 'sold' | 'refunded';
  held_until: Instant;
  /** The time at which the hold ends if the payment fails. Null unless the basket is being paid for. */
  unpaid_until: Instant | null;
  /** The promo code in use. "" for none. */
  promo: string;
  name: string;
  email: string;
  phone: string;
  note: string;
  needs: string;
  created_at: Instant;
  /**
   * The confirmation that free tickets wait for, or that nobody gave in time; "" for none. `declined` once the box office
   * has declined the tickets or the visitor's data was erased.
   */
  confirmation: '' | 'email' | 'box office' | 'declined';
  /** The number of confirmation requests so far. Each has its own link. */
  confirmation_attempt: number;
  /** The number of wheelchair users, as given when tickets were last chosen. */
  wheelchairs: number;
  /**
   * 1 if the basket had tickets from a scarce pool (see `listTicketPools`) when tickets were last chosen or held again.
   * Removing these tickets doesn't reset the mark, so that the time for which they were held counts for the network.
   */
  scarce: 0 | 1;
  /** The time at which the box office released tickets. Null once the visitor has chosen again or emptied the basket. */
  released_at: Instant | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    basket: BasketTable;
  }
}

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
