import type { Instant } from '#platform/shared/dates/dates.ts';
import type { TicketEmailKind } from '../contract.ts';

/** An email that was sent about an order, a basket or a waiting party. Each email is sent once. */
export interface SentTicketEmailTable {
  /** The order, basket or waiting party. This isn't a foreign key, because their features depend on this feature. */
  order_id: string;
  kind: TicketEmailKind;
  /**
   * Identifies the email among those of its kind: the performance and time for a reminder or a thank-you email,
   * otherwise the change that the email reports.
   */
  about: string;
  at: Instant;
}

export interface DisabledEmailKindTable {
  kind: TicketEmailKind;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    order_letter: SentTicketEmailTable;
    letter_off: DisabledEmailKindTable;
  }
}
