/** A manual change to bookings, which can be undone. */
export interface BookingChangeTable {
  id: string;
  /** The change's position in chronological order. */
  ord: number;
  kind: 'move' | 'add' | 'new';
  order_id: string;
  /** The booking's reference; 0 if the change created an order, whose buyer is named in `from_item`. */
  ref: number;
  from_item: string;
  change_quantity: number;
  to_item: string;
  note: string;
  is_reservation: 0 | 1;
  /** The former performance and type of the change's tickets; "" if it moved none. */
  from_performance: string;
  from_type: string;
  /** The new performance and type. */
  to_performance: string;
  to_type: string;
}

export interface BookingChangeTicketTable {
  mod_id: string;
  ticket_id: string;
  /** The type of the ticket before the change, which undoing the change restores; "" for an added ticket. */
  from_type_id: string;
  /** The former price; null for an added ticket, or if the price isn't known. */
  from_pence: number | null;
  from_discount: number;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    booking_mod: BookingChangeTable;
    booking_mod_ticket: BookingChangeTicketTable;
  }
}
