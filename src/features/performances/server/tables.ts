import type { Instant } from '#platform/shared/dates.ts';

export interface PerformanceTable {
  id: string;
  show_id: string;
  starts_at: Instant;
  /** How long before it the doors open; 0 where nobody said. */
  doors_minutes: number;
  /** How many may come, where that isn't the seats of its plan. */
  capacity: number | null;
  /** Rows of twelve seats. */
  row_count: number;
  /** The labels of seats that aren't there, as JSON. */
  hidden_seats: string;
  /** What visitors should know of it, in one line. */
  notes: string;
  cancelled_at: Instant | null;
  version: number;
  created_at: Instant;
}

export interface TicketTypeTable {
  id: string;
  performance_id: string;
  name: string;
  /** `fold` of the name. */
  name_key: string;
  about: string;
  pence: number;
  /** How many of them there are, where not as many as seats. */
  most: number | null;
  /** Whether only the box office sells it. */
  hidden: 0 | 1;
  ord: number;
}

/** Room for one person at a performance. */
export interface PlaceTable {
  performance_id: string;
  number: number;
  /** The ticket that has it; null while it is free. */
  taken_by: string | null;
  /** Until when it is only held; null once it is sold. */
  held_until: Instant | null;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    performance: PerformanceTable;
    ticket_type: TicketTypeTable;
    place: PlaceTable;
  }
}
