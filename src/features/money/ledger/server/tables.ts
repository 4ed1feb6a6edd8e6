import type { EntryKind, EntrySubject, PaymentEnvironment, PaymentSource } from '../entry.ts';

/**
 * A payment, refund or fee. Rows are only added, and a mistake is corrected by its reversal. The payer's name is in
 * `payer`, so that it can be erased.
 */
export interface EntryTable {
  id: string;
  /** The time of posting. */
  at: string;
  /** The day on which the entry counts, in the society's time zone. */
  day: string;
  kind: EntryKind;
  /** The payment environment. Totals never mix environments. */
  environment: PaymentEnvironment;
  /** Pence: positive for charges, negative for refunds and fees. A reversal has the opposite sign of its entry. */
  amount: number;
  source: PaymentSource;
  about: EntrySubject['about'];
  /**
   * The ids of the plan and the show; "" for none. They aren't foreign keys, because they may outlive the plan or show.
   */
  plan_id: string;
  show_id: string;
  /** The subject's name at the time of the entry. */
  label: string;
  payer_id: string | null;
  /** The charge to which a fee or refund belongs; null for a charge. */
  charge_id: string | null;
  /** The entry that this entry reverses; null if it reverses none. An entry can be reversed once. */
  corrects: string | null;
  /** Square's id. Null for entries that didn't go through Square. */
  square_id: string | null;
}

/** A payer: a user, or a name that the treasurer entered. */
export interface PayerTable {
  id: string;
  user_id: string | null;
  /** The account of a payer who had none when they paid. Several payers may be linked to the same account. */
  account_id: string | null;
  /** "" if the payer has an account. */
  name: string;
}

/** A closed year of the ledger, which takes no more entries. Earlier years are closed too. */
export interface ClosedYearTable {
  id: string;
  environment: PaymentEnvironment;
  from_day: string;
  until_day: string;
  closed_at: string;
  /** The user who closed the year. Null once the account is deleted. */
  closed_by: string | null;
}

/**
 * The reason for a refund or reversal, and the person who made it. Notes are separate from entries, so that a reason
 * that mentions an erased person can be deleted. A refund to a card gets its note before its entry, when it is
 * requested.
 */
export interface EntryNoteTable {
  entry_id: string;
  reason: string;
  /** The user who made the refund or reversal. Null for the site and for deleted accounts. */
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
