import type { Instant } from '#platform/shared/dates/dates.ts';

/** A visitor's choice of tickets. The order made of it has its id. */
export interface BasketTable {
  id: string;
  /** Hash of the cookie's token, so that a stolen copy of the database opens no basket. */
  token_hash: string;
  show_id: string;
  /** The visitor's network, as a hash that nobody can guess values for: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The wider networks of an IPv6 visitor; "" for IPv4. */
  network_56: string;
  network_48: string;
  status: 'open' | 'paying' | 'sold' | 'refunded';
  held_until: Instant;
  /** When the hold ends if the payment under way fails; null while nobody pays. */
  unpaid_until: Instant | null;
  /** The code that was typed and found good. */
  promo: string;
  name: string;
  email: string;
  phone: string;
  note: string;
  needs: string;
  created_at: Instant;
  /** The way to confirm an order that costs nothing; `declined` once the box office said no. */
  confirmation: '' | 'email' | 'box office' | 'declined';
  /** The number of attempts: the link of each is different. */
  confirmation_attempt: number;
  /** The number of wheelchair users in the party, as given when they last chose tickets. */
  wheelchairs: number;
  /** 1 if it held tickets of a performance with few places left when it last changed. */
  scarce: 0 | 1;
  /** The time at which the box office released tickets of it; null once its visitor has chosen again. */
  released_at: Instant | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    basket: BasketTable;
  }
}
