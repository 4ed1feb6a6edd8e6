import type { Instant } from '#platform/shared/dates/dates.ts';

export interface PerformanceTable {
  id: string;
  show_id: string;
  starts_at: Instant;
  /** Minutes before it at which the doors open; 0 if unknown. */
  doors_minutes: number;
  /** The capacity, if it isn't the number of seats of its plan. */
  capacity: number | null;
  /** Rows of twelve seats. */
  row_count: number;
  /** The labels of seats that aren't there, as JSON. */
  hidden_seats: string;
  /** Minutes before the start at which unpaid tickets are released; 0 for never. */
  release_minutes: number;
  /** Notes for visitors, in one line. */
  notes: string;
  cancelled_at: Instant | null;
  /** The time from which visitors may book; null for as soon as it is added. */
  on_sale_from: Instant | null;
  /** The end of the sale; null for the beginning of the performance. */
  on_sale_until: Instant | null;
  version: number;
  /** The user who saved it last; null where nobody did since that is stored, or their account was deleted. */
  updated_by?: string | null | undefined;
  /**
   * The version of the data that the seating planner saves: rows, hidden seats, seat assignments, and ticket prices. It
   * also grows with each seat that is sold or released, so that an older open plan doesn't overwrite it.
   */
  plan_version: number;
  /** The version of the last save: later versions come from seats that were sold or released. */
  plan_saved: number;
  /** The user who made that save; null where that isn't known. */
  plan_updated_by?: string | null | undefined;
  created_at: Instant;
  /** 1 if visitors buy numbered seats; else they buy places and are seated later. */
  sells_seats: 0 | 1;
  /** The special seats, as JSON. */
  seat_marks: string;
  /** The time of the emails to buyers whose seats staff have moved; null while none are due. */
  tell_seats_at: Instant | null;
}

export interface TicketTypeTable {
  id: string;
  performance_id: string;
  name: string;
  /** `fold` of the name. */
  name_key: string;
  about: string;
  pence: number;
  /** The number of tickets of it, if it is limited. */
  most: number | null;
  /** 1 if only the box office sells it. */
  hidden: 0 | 1;
  /** 1 if visitors may take no more of these than tickets that cost something. */
  needs_paying_ticket: 0 | 1;
  ord: number;
  version: number;
  /** The user who saved it last; null where nobody did since that is stored, or their account was deleted. */
  updated_by?: string | null | undefined;
}

/** Room for one person at a performance. */
export interface PlaceTable {
  performance_id: string;
  number: number;
  /** The ticket that has it; null while it is free. */
  taken_by: string | null;
  /** The time until which it is held; null once it is sold. */
  held_until: Instant | null;
}

/** A seat that a ticket has, sold or held. */
export interface SeatAssignmentTable {
  performance_id: string;
  seat: string;
  ticket_id: string;
  /** The time until which it is held; null once it is sold. */
  held_until: Instant | null;
}

/** The seat that a buyer knows as theirs. */
export interface PromisedSeatTable {
  ticket_id: string;
  performance_id: string;
  /** "" for buyers who were told that their seat is assigned later. */
  seat: string;
}

/** The typed dates of a show whose performances have made its run longer. */
export interface AnnouncedRunTable {
  show_id: string;
  /** JSON of the run as it was typed. */
  announced: string;
  /** JSON of the resulting run: if the show's run differs by now, somebody typed that. */
  performed: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    performance: PerformanceTable;
    ticket_type: TicketTypeTable;
    place: PlaceTable;
    seat_assignment: SeatAssignmentTable;
    promised_seat: PromisedSeatTable;
    announced_run: AnnouncedRunTable;
  }
}
