import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { upsertReview } from './reviews.ts';

export { findReviewExcerpt } from './reviews.ts';

/**
 * Stores a made-up review for the demo society, marked as made up. `page` is HTML that is parsed as if it had been
 * fetched from `url`; nothing is fetched. The review appears on shows whose `noda_review` is `url`.
 *
 * @throws PageFetchError if the page has no text
 */
export async function recordPracticeReview(
  tx: DbTransaction,
  { url, page, now }: { url: string; page: string; now: Instant },
): Promise<void> {
  const { extractReview } = await import('./extract-review.ts');
  await upsertReview(tx, { url, html: extractReview(page, url), fetched_at: now, practice: true });
}
export { internet, type NetworkAccess, PageFetchError } from './fetch-page.ts';
