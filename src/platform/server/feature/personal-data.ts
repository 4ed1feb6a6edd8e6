import { sql } from 'kysely';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Id } from '../crypto/ids.ts';
import type { DbReader, DbTransaction, Tables } from '../database/index.ts';
import { escapeMarkup } from '../formats/xml.ts';

/** The person whom the data is about. */
export interface DataSubject {
  id: Id;
  email: string;
  phone: string;
  /** First and last name. */
  name: string;
  /** All confirmed names of the person that nobody else has. Texts under one of these names belong to the person. */
  names: readonly string[];
}

type Erase = (tx: DbTransaction, holder: DataSubject, how: { shownName: string; at: Instant }) => Promise<void>;

/** The data that one feature stores about an account. Every feature with personal data contributes this. */
export interface PersonalData {
  /** The data's name in the download. */
  name: string;
  /**
   * The tables with the data. A test checks that every table, except the database layer's own, is either listed here or
   * declared as a `NonPersonalTable`.
   */
  tables: readonly (keyof Tables)[];
  /** Returns all of the person's data, in readable form and without secrets. */
  about: (
    db: DbReader,
    holder: DataSubject,
    /** Returns the label of an action of the audit log. */
    labels: { formatAction: (action: string) => string },
  ) => Promise<unknown>;
  /** Erases everything that isn't deleted with the account's own row. `shownName` replaces a name that has to stay. */
  erase?: Erase;
  /** Erases data that can only be found through other features' rows, before any of those rows is erased. */
  eraseFirst?: Erase;
  /**
   * Finds other people's texts that may mention the person and can't be erased automatically. Returns URLs of screens
   * on which an admin can check these texts. Runs before the erasure.
   */
  listUrlsToCheck?: (db: DbReader, holder: DataSubject) => Promise<string[]>;
}

/** A table without personal data, and the reason why it has none. */
export interface NonPersonalTable {
  table: keyof Tables;
  reason: string;
}

/**
 * Returns a `LIKE` pattern that preselects texts containing an email address. It may match too many texts but never too
 * few, so callers must check the matches. Characters that the engines fold differently become wildcards.
 */
export const buildEmailLikePattern = (email: string): string =>
  `%${email
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9@.+-]+/g, '%')}%`;

/**
 * Returns true if a name identifies somebody in a text: it has at least two words of at least three letters. A first
 * name alone, or "Jo Li", could be anybody's.
 */
const identifiesPerson = (name: string) => (name.match(/\p{L}{3,}/gu) ?? []).length >= 2;

/**
 * Creates a pattern that finds a person in other people's texts. As whole words, it matches the email address and the
 * names that identify the person. With `isHtml`, it matches them in HTML, in which apostrophes are escaped.
 */
export function createMentionPattern(
  { email, names }: Pick<DataSubject, 'email' | 'names'>,
  { isHtml = false } = {},
): RegExp {
  const marks = [email, ...names.filter(identifiesPerson)]
    .filter(Boolean)
    .map((mark) => RegExp.escape(isHtml ? escapeMarkup(mark) : mark));
  if (marks.length === 0) return /(?!)/g;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${marks.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

type SaverColumn = 'updated_by' | 'plan_updated_by' | 'file_updated_by';

/**
 * Defines the personal data of a table whose rows store who saved them last. Erasure has nothing to do, because
 * deleting the account empties these columns. `isOnlyPersonalData` is true if the table contains no other personal
 * data.
 */
export const defineSaverPersonalData = <Table extends keyof Tables>({
  name,
  table,
  label,
  columns = ['updated_by'],
  isOnlyPersonalData = true,
}: {
  name: string;
  table: Table;
  /** The column that identifies a row to a reader of the download. */
  label: keyof Tables[Table] & string;
  columns?: readonly SaverColumn[];
  isOnlyPersonalData?: boolean;
}): PersonalData => ({
  name,
  tables: isOnlyPersonalData ? [table] : [],
  about: async (db, { id }) => {
    const isSaver = columns.map((column) => sql`${sql.ref(column)} = ${id}`);
    const { rows } = await sql<{ saved: unknown }>`select ${sql.ref(label)} as saved from ${sql.table(table)}
      where ${sql.join(isSaver, sql` or `)} order by saved`.execute(db);
    return rows.map(({ saved }) => saved);
  },
});
