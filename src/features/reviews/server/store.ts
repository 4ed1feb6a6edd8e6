import type { Reading, Writing } from '../../../platform/server/database/index.ts';
import type { Instant } from '../../../platform/shared/dates.ts';

/** What was read at an address, and when. */
export interface KeptReview {
  url: string;
  html: string;
  fetched_at: Instant;
  practice: boolean;
}

export async function keptReview(db: Reading, url: string): Promise<KeptReview | undefined> {
  const row = await db.selectFrom('review').selectAll().where('url', '=', url).executeTakeFirst();
  return row && { ...row, fetched_at: row.fetched_at, practice: row.practice === 1 };
}

/** Keeps what was read, in place of what was kept of that address before. */
export async function keepRead(tx: Writing, { practice, ...read }: KeptReview): Promise<void> {
  const row = { ...read, practice: practice ? (1 as const) : (0 as const) };
  const { url: _, ...renewed } = row;
  await tx
    .insertInto('review')
    .values(row)
    .onConflict((clash) => clash.column('url').doUpdateSet(renewed))
    .execute();
}
