import { isReviewUrlOfShow } from '#features/archive/shows/server/index.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, HtmlFragmentResponse } from '#platform/server/http/routes/call.ts';
import { formatLocalDate, type Instant } from '#platform/shared/dates/dates.ts';
import { day, minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { truncateText } from '#platform/shared/text/excerpt.ts';
import { fetchReview } from '../contract.ts';
import { type FetchLimits, fetchPage, internet, type NetworkAccess, PageFetchError } from './fetch-page.ts';

/** Registers the call `/cors`, which fetches only the reviews that our own shows name. */
export function registerReviewRoutes({ call, db }: RouteRegistry, network: NetworkAccess = internet): void {
  call(fetchReview, { access: everyone }, sendReview(createReviewReader(db, network)));
}

const sendReview =
  (reviewAt: ReturnType<typeof createReviewReader>): CallHandler<typeof fetchReview> =>
  async ({ body: { url }, db, now }) => {
    if (!(await isReviewUrlOfShow(db, url))) refuse(400, 'That isn’t the web address of a review of one of our shows.');
    return new HtmlFragmentResponse(await reviewAt(url, now));
  };

/**
 * The time in milliseconds until a review that couldn't be reached is requested again. Until then, readers see its
 * cached copy. Without a copy, each request tries again.
 */
const unreachedPeriod = minute;
/** The time in milliseconds until an unreadable page is fetched again. Reading such a page may have taken seconds. */
const refusalPeriod = 10 * minute;
/** The maximum number of reviews fetched at once. Without a limit, many slow sites could block this one. */
const maxConcurrentFetches = 4;

/**
 * Creates a function that reads reviews for everyone. A made-up review always comes from the database. Any other review
 * comes from the cached copy for a day. After that it is fetched again, once for all waiting requests. While the
 * review's site can't be reached, the cached copy is shown with a remark. If that site responds that the page is gone,
 * the cached copy is deleted.
 */
function createReviewReader(db: Database, network: NetworkAccess, within?: FetchLimits) {
  const underWay = new Map<string, Promise<string>>();
  const unreachedAt = new Map<string, number>();
  const refusals = new Map<string, { at: number; msg: string }>();

  async function fetchAndStore(url: string, now: Instant): Promise<string> {
    if (underWay.size >= maxConcurrentFetches) {
      throw new PageFetchError('unreachable', 'We’re already fetching several other reviews.');
    }
    // Another visitor's request may have fetched the review in the meantime
    const since = await findReview(db.read, url);
    if (since && isFresh(since, now)) return since.html;
    const page = await fetchPage(url, network, within);
    // The HTML parser and sanitiser are loaded with the first review, because loading them would delay the program's
    // start by 40 ms
    const { extractReview } = await import('./extract-review.ts');
    const html = extractReview(page.html, page.url);
    const read = { url, html, fetched_at: now, practice: false };
    await write(db, (tx) => upsertReview(tx, read));
    return html;
  }

  function fetchOnce(url: string, now: Instant): Promise<string> {
    const fetching = underWay.get(url);
    if (fetching !== undefined) return fetching;
    const asking = fetchAndStore(url, now).finally(() => underWay.delete(url));
    underWay.set(url, asking);
    return asking;
  }

  /**
   * Returns the review at `url` as safe HTML.
   * @throws HttpError 400 if the address or its page can't be used, 503 if the page is gone, or if it can't be reached
   * and no copy is stored
   */
  return async function reviewAt(url: string, now: Instant): Promise<string> {
    const moment = Date.parse(now);
    const stored = await findReview(db.read, url);
    if (stored?.practice) return practiceNote + stored.html;
    if (stored && isFresh(stored, now)) return stored.html;
    const copy = stored && oldCopyNote(stored.fetched_at) + stored.html;
    if (copy && moment - (unreachedAt.get(url) ?? 0) < unreachedPeriod) return copy;
    const refused = refusals.get(url);
    if (refused && moment - refused.at < refusalPeriod) refuse(400, refused.msg);
    try {
      const html = await fetchOnce(url, now);
      unreachedAt.delete(url);
      refusals.delete(url);
      return html;
    } catch (error) {
      if (!(error instanceof PageFetchError)) throw error;
      if (error.kind === 'refused') {
        const msg = `${error.message} Follow the link to read it there.`;
        refusals.set(url, { at: moment, msg });
        refuse(400, msg);
      }
      if (error.kind === 'gone') {
        if (stored) await write(db, (tx) => deleteReview(tx, url));
        return refuse(503, error.message);
      }
      if (!copy) return refuse(503, `${error.message} Please try again in a few minutes.`);
      unreachedAt.set(url, moment);
      return copy;
    }
  };
}

const isFresh = ({ fetched_at }: { fetched_at: Instant }, now: Instant) =>
  Date.parse(now) - Date.parse(fetched_at) < day;

const note = (text: string) => `<p class="note">${text}</p>`;
const practiceNote = note('Practice: this review is made up and isn’t on any other site.');
const oldCopyNote = (at: Instant) =>
  note(`We can’t check for a newer version at the moment. This is the review as it was on ${formatLocalDate(at)}.`);

/** The review text read from a URL, and the time of reading. */
interface StoredReview {
  url: string;
  html: string;
  fetched_at: Instant;
  practice: boolean;
}

/** Returns the text last read from a URL; undefined if none is stored. */
async function findReview(db: DbReader, url: string): Promise<StoredReview | undefined> {
  const row = await db.selectFrom('review').selectAll().where('url', '=', url).executeTakeFirst();
  return row && { ...row, practice: row.practice === 1 };
}

const deleteReview = (tx: DbTransaction, url: string) => tx.deleteFrom('review').where('url', '=', url).execute();

/**
 * The time in milliseconds for which a stored review may be quoted. A review that its site has withdrawn therefore
 * disappears after this time.
 */
const reviewQuotationPeriod = 30 * day;

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
    .where('fetched_at', '>=', subtractMs(read.fetched_at, reviewQuotationPeriod))
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
  return truncateText(toPlainText(begins), maxExcerptLength);
}

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Turns the HTML of a stored review into plain text. */
const toPlainText = (html: string) =>
  html
    .replace(/<br ?\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => letters[name] ?? '');
