/** A manual change to bookings, which can be undone. */
export interface BookingModTable {
  id: string;
  /** Orders them by time. */
  ord: number;
  kind: 'move' | 'add' | 'new';
  order_id: string;
  /** As it was sent: 0 and a name in `from_item` for a new order. */
  ref: number;
  from_item: string;
  change_quantity: number;
  to_item: string;
  note: string;
  is_reservation: 0 | 1;
  /** The former performance and type of its tickets; "" if it moved none. */
  from_performance: string;
  from_type: string;
  /** The new performance and type. */
  to_performance: string;
  to_type: string;
}

export interface BookingModTicketTable {
  mod_id: string;
  ticket_id: string;
  /** The ticket's type before it was moved: undoing the change restores it. */
  from_type_id: string;
  /** Null if nothing was stored about it. */
  from_pence: number | null;
  from_discount: number;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    booking_mod: BookingModTable;
    booking_mod_ticket: BookingModTicketTable;
  }
}
