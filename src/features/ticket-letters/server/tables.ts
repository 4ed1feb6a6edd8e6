import type { Instant } from '#platform/shared/dates.ts';
import type { LetterKind } from '../letters.ts';

/** A letter that was sent about an order: each once. */
export interface OrderLetterTable {
  /** By an id that refers to no row: orders stand above. */
  order_id: string;
  kind: LetterKind;
  /** Which of its kind: the performance and its time of a reminder, the change of which it tells. */
  about: string;
  at: Instant;
}

/** A kind of letter that the society doesn't send. */
export interface LetterOffTable {
  kind: LetterKind;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    order_letter: OrderLetterTable;
    letter_off: LetterOffTable;
  }
}
