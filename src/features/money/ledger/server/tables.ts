import type { EntryKind, EntrySubject, PaymentEnvironment, PaymentSource } from '../entry.ts';

/**
 * A payment, refund or fee. Rows are added and never changed: a mistake is followed by its reversal. The payer's name
 * is in `payer`, so that it can be erased.
 */
export interface EntryTable {
  id: string;
  /** The time of posting. */
  at: string;
  /** The day on which it counts, in the society's time zone. */
  day: string;
  kind: EntryKind;
  /** No total adds up two environments. */
  environment: PaymentEnvironment;
  /** Pence: positive for income, negative for expenses. */
  amount: number;
  source: PaymentSource;
  about: EntrySubject['about'];
  /** Ids outlive their rows, and are no references; "" for none. */
  plan_id: string;
  show_id: string;
  /** Its name at that time. */
  label: string;
  payer_id: string | null;
  /** The charge that a fee or a refund belongs to. */
  charge_id: string | null;
  /** The entry that this one reverses; an entry is reversed once. */
  corrects: string | null;
  /** Square's id of it; null for entries unknown to Square. */
  square_id: string | null;
}

/** A payer: a user, or somebody whom the treasurer named. */
export interface PayerTable {
  id: string;
  user_id: string | null;
  /** The account of somebody who had none when they paid: one user may have several of these. */
  account_id: string | null;
  /** "" for a user. */
  name: string;
}

/** A year of the ledger that takes no more entries, like the years before it. */
export interface ClosedYearTable {
  id: string;
  environment: PaymentEnvironment;
  from_day: string;
  until_day: string;
  closed_at: string;
  /** Null once their account is deleted. */
  closed_by: string | null;
}

/**
 * The reason for a refund, and the person who made it. It is separate from the ledger, so that a reason that names an
 * erased person can be deleted. A card's refund has its note before Square has made it, and so before its entry.
 */
export interface EntryNoteTable {
  entry_id: string;
  reason: string;
  /** The user who recorded it; null for the site itself, and for a deleted account. */
  user_id: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    entry: EntryTable;
    payer: PayerTable;
    closed_year: ClosedYearTable;
    entry_note: EntryNoteTable;
  }
}
