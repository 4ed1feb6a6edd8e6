import type { Instant } from '#platform/shared/dates/dates.ts';
import type { TicketEmailKind } from '../ticket-email-kinds.ts';

/** An email that was sent about an order. Each email is sent once. */
export interface SentTicketEmailTable {
  /** This isn't a foreign key, because the orders feature depends on this feature. */
  order_id: string;
  kind: TicketEmailKind;
  /**
   * Identifies the email among those of its kind: the performance and time for a reminder, otherwise the change that
   * the email reports.
   */
  about: string;
  at: Instant;
}

/** A kind of email that is switched off. */
export interface DisabledEmailKindTable {
  kind: TicketEmailKind;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    order_letter: SentTicketEmailTable;
    letter_off: DisabledEmailKindTable;
  }
}
