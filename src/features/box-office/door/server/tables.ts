import type { BoxOfficePaymentMethod } from '#features/box-office/orders/order.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** A check-in, or its reversal, at a door. */
export interface DoorMarkTable {
  id: string;
  ticket_id: string;
  performance_id: string;
  /** 1 if the ticket's holder came in; 0 undoes that. */
  came: 0 | 1;
  /** The time of the action, which may be earlier than its sending. */
  at: Instant;
  /** The name of the device at that door. */
  device: string;
  user_id: string | null;
  /** The ticket, if it is checked in by this mark. */
  in_by_it: string | null;
}

/** A payment or a walk-up that a door wrote down without a network. It names nobody. */
export interface DoorNoteTable {
  id: string;
  performance_id: string;
  kind: 'payment' | 'walk_up';
  order_id: string | null;
  pence: number;
  how: BoxOfficePaymentMethod;
  /** JSON: the number of each ticket type, by its id. */
  tickets: string;
  at: Instant;
  device: string;
  user_id: string | null;
  status: 'open' | 'confirmed' | 'dismissed';
  settled_at: Instant | null;
  settled_by: string | null;
  /** The reason for its dismissal. */
  reason: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    door_mark: DoorMarkTable;
    door_note: DoorNoteTable;
  }
}
