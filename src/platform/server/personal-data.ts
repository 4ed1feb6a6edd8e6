import type { Reading, Tables, Writing } from './database/index.ts';
import type { Id } from './ids.ts';

/** Whose data it is. */
export interface Holder {
  id: Id;
  email: string;
  phone: string;
  /** First and last name. */
  name: string;
  /** Every name they have acted under that nobody else has: what stands under one of these is theirs. */
  names: readonly string[];
}

/** What one feature holds about an account. A feature that holds something hands this to the composition. */
export interface PersonalData {
  /** What it is called in the download. */
  name: string;
  /** The tables it answers for. A test sees that each there is has somebody to answer for it. */
  tables: readonly (keyof Tables)[];
  /** All of it, in words and values that its owner can read; no secrets. */
  about: (db: Reading, holder: Holder) => Promise<unknown>;
  /** Erases what doesn't go with the account's own row. `shownName` stands where a name has to stay. */
  erase?: (tx: Writing, holder: Holder, how: { shownName: string }) => Promise<void>;
}
