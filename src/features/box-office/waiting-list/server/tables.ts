import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PartyOutcome } from '../party.ts';

/** People who want to come to a show together, and for whom there are no places yet. */
export interface WaitingPartyTable {
  id: string;
  show_id: string;
  /** "" once its wait is over, like its address and its wish. */
  name: string;
  email: string;
  /** `wishOf` its address and its show: each address waits once. */
  wish: string;
  size: number;
  status: 'waiting' | 'offered' | 'over';
  outcome: '' | PartyOutcome;
  created_at: Instant;
  /** When its owner or the box office confirmed it; null while nobody has. */
  confirmed_at: Instant | null;
  /** When its present or last offer was made. */
  offered_at: Instant | null;
  /** Its present or last offer: for one performance, since a party has at most one offer. */
  performance_id: string;
  offered_until: Instant | null;
  /** The basket that the offered places were taken into; "" for none. */
  basket_id: string;
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
