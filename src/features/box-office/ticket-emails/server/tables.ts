import type { Instant } from '#platform/shared/dates/dates.ts';
import type { TicketEmailKind } from '../ticket-email-kinds.ts';

/** An email that was sent about an order. Each is sent once. */
export interface OrderLetterTable {
  /** Not a foreign key, since the orders feature builds on this one. */
  order_id: string;
  kind: TicketEmailKind;
  /** Identifies it among its kind: the performance and time for a reminder, otherwise the change that it reports. */
  about: string;
  at: Instant;
}

/** A kind of email that is switched off. */
export interface LetterOffTable {
  kind: TicketEmailKind;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    order_letter: OrderLetterTable;
    letter_off: LetterOffTable;
  }
}
