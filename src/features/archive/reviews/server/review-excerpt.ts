import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { truncateText } from '#platform/shared/text/excerpt.ts';
import { findReview, reviewQuotationPeriod } from './store.ts';

/** The maximum length of an excerpt in characters, about three lines. */
const longest = 240;

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
 * Returns the first paragraph of a review that `extractReview` wrote, shortened to `longest`; "" if there is none.
 * Skips paragraphs entirely in italics, which usually name the reviewer and the date.
 */
export function extractExcerpt(html: string): string {
  const [, content = html] = /<div class="content">(.*?)<\/div>/s.exec(html) ?? [];
  const paragraphs = [...content.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text = '']) => text);
  const begins = paragraphs.find((text) => !/^<em>(?:(?!<\/?em>).)*<\/em>$/s.test(text)) ?? '';
  return truncateText(plain(begins), longest);
}

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Turns the HTML of a stored review into plain text. */
const plain = (html: string) =>
  html
    .replace(/<br ?\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => letters[name] ?? '');
