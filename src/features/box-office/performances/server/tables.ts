import type { Instant } from '#platform/shared/dates/dates.ts';

export interface PerformanceTable {
  id: string;
  show_id: string;
  starts_at: Instant;
  /** Minutes before the start at which the doors open; 0 if unknown. */
  doors_minutes: number;
  /** The capacity; null if the capacity is the number of seats on the plan. */
  capacity: number | null;
  /** The number of rows of the plan. */
  row_count: number;
  /** The labels of hidden seats, as JSON. */
  hidden_seats: string;
  /** Minutes before the start at which unpaid tickets are released; 0 for never. */
  release_minutes: number;
  /** Notes for visitors, in one line. */
  notes: string;
  cancelled_at: Instant | null;
  /** The time from which visitors can book; null if they can book as soon as the performance is added. */
  on_sale_from: Instant | null;
  /** The end of the sale; null if the sale ends when the performance begins. */
  on_sale_until: Instant | null;
  version: number;
  /** The user who saved the performance last; null if unknown, or if the account was deleted. */
  updated_by?: string | null | undefined;
  /**
   * The version of the content that the planner saves: rows, hidden seats, special seats, seat assignments and ticket
   * prices. It also increases when seats are sold or released, so that a planner that was opened before then can't
   * overwrite these seats.
   */
  plan_version: number;
  /**
   * The plan version at which the plan or a ticket type was last saved. If `plan_version` is higher, seats have been
   * sold or released since.
   */
  plan_saved: number;
  /** The user who last saved the plan or a ticket type; null if unknown. */
  plan_updated_by?: string | null | undefined;
  created_at: Instant;
  /** 1 if visitors buy numbered seats; otherwise they buy places and are seated later. */
  sells_seats: 0 | 1;
  /** The marks of special seats, as JSON. */
  seat_marks: string;
  /** The time of the emails to buyers whose seats staff have moved; null if none are due. */
  tell_seats_at: Instant | null;
}

export interface TicketTypeTable {
  id: string;
  performance_id: string;
  name: string;
  /** The name as normalised by `foldText`, for comparison. */
  name_key: string;
  about: string;
  pence: number;
  /** The maximum number of tickets of this type, sold ones included; null if it isn't limited. */
  most: number | null;
  /** 1 if only the box office sells this type. */
  hidden: 0 | 1;
  /** 1 if visitors can take only one ticket of this type for each paid ticket. */
  needs_paying_ticket: 0 | 1;
  ord: number;
  version: number;
  /** The user who saved the ticket type last; null if unknown, or if the account was deleted. */
  updated_by?: string | null | undefined;
}

/** The fields of a ticket type that the box office sets. */
export type TicketTypeFields = Pick<
  TicketTypeTable,
  'name' | 'about' | 'pence' | 'most' | 'hidden' | 'needs_paying_ticket'
>;

/** One place: a unit of a performance's capacity. */
export interface PlaceTable {
  performance_id: string;
  number: number;
  /** The ticket or the offer that has the place; null if none does. */
  taken_by: string | null;
  /** The time until which the place is held; null if it is sold or free. */
  held_until: Instant | null;
}

/** The seat of a ticket, sold or held. */
export interface SeatAssignmentTable {
  performance_id: string;
  seat: string;
  ticket_id: string;
  /** The time until which the seat is held; null once it is sold. */
  held_until: Instant | null;
}

/** The seat that was promised to the buyer of a ticket. */
export interface PromisedSeatTable {
  ticket_id: string;
  performance_id: string;
  /** The seat's label; "" if the buyer was told that a seat would follow. */
  seat: string;
}

/** The dates that were typed for a show, before its performances extended them. */
export interface AnnouncedRunTable {
  show_id: string;
  /** The typed dates, as JSON. */
  announced: string;
  /**
   * The dates after the performances extended them, as JSON. If the show's dates differ from these, somebody has typed
   * new dates since.
   */
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
