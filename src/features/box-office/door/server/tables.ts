import type { BoxOfficePaymentMethod } from '#features/box-office/orders/order.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** A check-in at a door, or the undoing of one. */
export interface DoorMarkTable {
  id: string;
  ticket_id: string;
  performance_id: string;
  /** 1 if the ticket's holder came in; 0 if that was undone. */
  came: 0 | 1;
  /** The time of the check-in, which may have been sent later. */
  at: Instant;
  /** The name of the door. */
  device: string;
  user_id: string | null;
  /** The ticket's id if this check-in is the one that counts; otherwise null. */
  in_by_it: string | null;
}

/** A note of a payment or a walk-up that was written at a door without a network. It contains no names. */
export interface DoorNoteTable {
  id: string;
  performance_id: string;
  kind: 'payment' | 'walk_up';
  order_id: string | null;
  pence: number;
  how: BoxOfficePaymentMethod;
  /** The number of tickets of each type, by the type's id, as JSON. */
  tickets: string;
  at: Instant;
  device: string;
  user_id: string | null;
  status: 'open' | 'confirmed' | 'dismissed';
  settled_at: Instant | null;
  settled_by: string | null;
  /** The reason for dismissing the note; "" for none. */
  reason: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    door_mark: DoorMarkTable;
    door_note: DoorNoteTable;
  }
}
