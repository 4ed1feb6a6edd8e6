import type { Instant } from '#platform/shared/dates.ts';

/** What somebody at a door did about a ticket. */
export interface DoorMarkTable {
  id: string;
  ticket_id: string;
  performance_id: string;
  /** Whether its holder came in; 0 takes that back. */
  came: 0 | 1;
  /** When it was done, which may be before it was sent. */
  at: Instant;
  /** What the device at that door is called. */
  device: string;
  user_id: string | null;
  /** The ticket, where it is in by this mark. */
  in_by_it: string | null;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    door_mark: DoorMarkTable;
  }
}
