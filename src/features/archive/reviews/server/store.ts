import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, earlier } from '#platform/shared/dates/durations.ts';

/** The review text read from a URL, and the time of reading. */
export interface StoredReview {
  url: string;
  html: string;
  fetched_at: Instant;
  practice: boolean;
}

/** Returns the text last read from a URL; undefined if none is stored. */
export async function findReview(db: DbReader, url: string): Promise<StoredReview | undefined> {
  const row = await db.selectFrom('review').selectAll().where('url', '=', url).executeTakeFirst();
  return row && { ...row, practice: row.practice === 1 };
}

export const deleteReview = (tx: DbTransaction, url: string) =>
  tx.deleteFrom('review').where('url', '=', url).execute();

/** The time in milliseconds for which a stored review may be quoted. The limit makes withdrawn text disappear. */
export const reviewQuotationPeriod = 30 * day;

/**
 * Stores the text read from a URL, replacing the previous text. If the text is unchanged, cached pages stay valid,
 * unless the text was too old to be quoted.
 */
export async function upsertReview(tx: DbTransaction, { practice, ...read }: StoredReview): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('review')
    .set({ fetched_at: read.fetched_at })
    .where('url', '=', read.url)
    .where('html', '=', read.html)
    .where('practice', '=', practice ? 1 : 0)
    .where('fetched_at', '>=', earlier(read.fetched_at, reviewQuotationPeriod))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const row = { ...read, practice: practice ? (1 as const) : (0 as const) };
  const { url: _, ...renewed } = row;
  await tx
    .insertInto('review')
    .values(row)
    .onConflict((clash) => clash.column('url').doUpdateSet(renewed))
    .execute();
}
