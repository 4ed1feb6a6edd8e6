import type { Instant } from '#platform/shared/dates.ts';
import type { Outcome } from '../party.ts';

/** Some people who would like to come to a show together, and for whom there is no room yet. */
export interface WaitingPartyTable {
  id: string;
  show_id: string;
  /** "" once it doesn't wait any more, as its address and its wish. */
  name: string;
  email: string;
  /** `wishOf` its address and its dates: the same wish waits once. */
  wish: string;
  size: number;
  status: 'waiting' | 'offered' | 'over';
  outcome: '' | Outcome;
  created_at: Instant;
  /** What it is offered or was: one performance, since a party has one offer at most. */
  performance_id: string;
  offered_until: Instant | null;
  /** The basket that the offered places were taken into; "" for none. */
  basket_id: string;
}

/** A performance that would do. */
export interface WaitingDateTable {
  party_id: string;
  performance_id: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    waiting_party: WaitingPartyTable;
    waiting_date: WaitingDateTable;
  }
}
