import type { Instant } from '#platform/shared/dates.ts';
import type { OrderSource, OrderStatus, PaidBy } from '../order.ts';

export interface TicketOrderTable {
  id: string;
  /** What people write and say: six figures. */
  ref: number;
  show_id: string;
  name: string;
  email: string;
  phone: string;
  note: string;
  status: OrderStatus;
  source: OrderSource;
  paid_by: PaidBy;
  /** Why it costs nothing. */
  reason: string;
  created_at: Instant;
  /** Its charge in the books; "" where nothing was paid. */
  entry_id: string;
  version: number;
}

export interface TicketTable {
  id: string;
  order_id: string;
  performance_id: string;
  /** The name of its type, as it was sold. */
  type: string;
  /** What it cost then. */
  pence: number;
  given_back_at: Instant | null;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    ticket_order: TicketOrderTable;
    ticket: TicketTable;
  }
}
