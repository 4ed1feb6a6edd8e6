import type { Instant } from '#platform/shared/dates/dates.ts';
import type { TicketEmailKind } from '../ticket-email-kinds.ts';

/** An email that was sent about an order: each once. */
export interface OrderLetterTable {
  /** Not a foreign key: the orders feature is layered above this one. */
  order_id: string;
  kind: TicketEmailKind;
  /** Identifies it among its kind: a reminder's performance and time; else the change that it reports. */
  about: string;
  at: Instant;
}

/** A kind of email that the society doesn't send. */
export interface LetterOffTable {
  kind: TicketEmailKind;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    order_letter: OrderLetterTable;
    letter_off: LetterOffTable;
  }
}
