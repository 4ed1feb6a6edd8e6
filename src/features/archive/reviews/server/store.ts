import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, earlier } from '#platform/shared/dates/durations.ts';
import { truncateText } from '#platform/shared/text/excerpt.ts';

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

/** The maximum length of an excerpt in characters, about three lines. */
const maxExcerptLength = 240;

/**
 * Finds the excerpt of the stored copy of the review at `url`. Returns "" if there is no copy, or if the copy is too
 * old to be quoted. Fetches nothing.
 */
export async function findReviewExcerpt(db: DbReader, url: string, now: Instant): Promise<string> {
  const stored = url === '' ? undefined : await findReview(db, url);
  if (!stored) return '';
  const isOld = Date.parse(now) - Date.parse(stored.fetched_at) > reviewQuotationPeriod;
  return isOld && !stored.practice ? '' : extractExcerpt(stored.html);
}

/**
 * Returns the first paragraph of a review that `extractReview` wrote, shortened to `maxExcerptLength`; "" if there is
 * none. If the review has `content` parts, only the first of them is searched. Skips paragraphs entirely in italics,
 * which usually name the reviewer and the date.
 */
export function extractExcerpt(html: string): string {
  const [, content = html] = /<div class="content">(.*?)<\/div>/s.exec(html) ?? [];
  const paragraphs = [...content.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text = '']) => text);
  const begins = paragraphs.find((text) => !/^<em>(?:(?!<\/?em>).)*<\/em>$/s.test(text)) ?? '';
  return truncateText(plain(begins), maxExcerptLength);
}

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Turns the HTML of a stored review into plain text. */
const plain = (html: string) =>
  html
    .replace(/<br ?\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => letters[name] ?? '');
