import type { Id } from '../crypto/ids.ts';
import type { Reading, Tables, Writing } from '../database/index.ts';

/** Whose data it is. */
export interface Holder {
  id: Id;
  email: string;
  phone: string;
  /** First and last name. */
  name: string;
  /** Every name of theirs that was confirmed and nobody else has: what stands under one of these is theirs. */
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
  /**
   * Where words of others may name them, which no rule can rightly change: addresses of screens on which an admin
   * looks, asked for before anything is erased.
   */
  toLookAt?: (db: Reading, holder: Holder) => Promise<string[]>;
}

/**
 * What `like` finds an address by in what strangers sent, so that not all of it is loaded: it may find more, for the
 * caller to look at, and misses none. What the engines fold in their own ways is left open.
 */
export const likeAddress = (email: string): string =>
  `%${email
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9@.+-]+/g, '%')}%`;

/**
 * A name that finds somebody in a text: two words of three letters at least. A first name, or "Jo Li", is anybody's.
 */
const isTelling = (name: string) => (name.match(/\p{L}{3,}/gu) ?? []).length >= 2;

/** Finds somebody in what others wrote: their address, and those of their names that tell, as whole words. */
export function whereNamed({ email, names }: Pick<Holder, 'email' | 'names'>): RegExp {
  const marks = [email, ...names.filter(isTelling)].filter(Boolean).map((mark) => RegExp.escape(mark));
  if (marks.length === 0) return /(?!)/g;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${marks.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}
