import type { Instant } from '#platform/shared/dates/dates.ts';
import type { WaitOutcome } from '../party.ts';

/** A party that would like to come to a show with too few places left. */
export interface WaitingPartyTable {
  id: string;
  show_id: string;
  /** "" once the party's wait is over, like `email`, `wish` and `requested_change`. */
  name: string;
  email: string;
  /** The hash of the party's address and show, so that each address waits once. */
  wish: string;
  size: number;
  status: 'waiting' | 'offered' | 'over';
  outcome: '' | WaitOutcome;
  created_at: Instant;
  /** The time at which the party was confirmed, by its own link or by the box office. Null if it is unconfirmed. */
  confirmed_at: Instant | null;
  /** The time of the party's current or last offer. */
  offered_at: Instant | null;
  /** The performance of the party's current or last offer. A party has at most one offer at a time. */
  performance_id: string;
  offered_until: Instant | null;
  /** The basket that holds the offered places. "" for none. */
  basket_id: string;
  /** The time at which the whole show was marked as cancelled. Null if it isn't, or an earlier version marked it. */
  show_cancelled_at: Instant | null;
  /**
   * The change that the party has requested by joining again while it was confirmed or had an offer, in the format of
   * `formatRequestedChange`. "" if there is none or the wait is over, and always on a site with email, where the link
   * in the party's email contains the change.
   */
  requested_change: string;
}

/** A performance that would suit a party. */
export interface WaitingDateTable {
  party_id: string;
  performance_id: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    waiting_party: WaitingPartyTable;
    waiting_date: WaitingDateTable;
  }
}
