import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs } from '#platform/shared/dates/durations.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import { isPublished } from '#platform/shared/lifecycle.ts';
import type { TableRequest, TableRules } from '#platform/shared/tables/table.ts';
import { foldText } from '#platform/shared/text/text.ts';

export const manageBlogPath = '/members/manage-blog';

/** The filters and sort orders of the list of blog posts. By default, drafts come first, then the newest posts. */
export const blogTableRules = {
  sorts: { when: 'date', title: 'text', author: 'text' },
  sort: '-when',
  filters: { state: ['draft', 'scheduled', 'published'] },
} as const satisfies TableRules;

/** The slot for messages about a post. It is on the list of posts, to which the user returns after saving. */
export const blogMessageSlot = 'blog';

/** A blog post as its author submits it. */
export interface NewBlogPost {
  title: string;
  /** Markdown. */
  content: string;
  author: string;
  /** The time of publication, past or future; null for a draft. */
  published_at: Instant | null;
}

const maxKeyLength = 60;

/**
 * Returns the key of a post with this title: "What the inspector taught us" is `what-the-inspector-taught-us`. The key
 * has at most 60 Latin letters, digits and single hyphens. A longer key is cut between words, or within the first word
 * if that is too long. The key of a title without Latin letters and digits is `post`.
 */
export function slugify(title: string): string {
  const text = foldText(title.slice(0, 1000))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (text.length <= maxKeyLength) return text || 'post';
  const cut = text.slice(0, maxKeyLength + 1).lastIndexOf('-');
  return text.slice(0, cut > 0 ? cut : maxKeyLength);
}

/** Returns the first of `key`, `key-2`, `key-3`… that is not taken. */
export function findFreeSlug(key: string, taken: ReadonlySet<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count++) free = `${key}-${count}`;
  return free;
}

/** The publication state of a post. */
type PublicationState = 'draft' | 'scheduled' | 'published';

export const getPublicationState = (published_at: Instant | null, now: Instant): PublicationState =>
  published_at === null ? 'draft' : isPublished(published_at, now) ? 'published' : 'scheduled';

/** Returns a post's state at the local time `now`: a scheduled post counts as published once its `date` has come. */
export const getCurrentPublicationState = ({ state, date }: { state: PublicationState; date: string }, now: string) =>
  state === 'scheduled' && date <= now ? 'published' : state;

/**
 * Returns a local time such as "2026-11-21T19:30", moved on by this many milliseconds and rounded down to the minute.
 */
export const advanceLocalTime = (local: string, elapsedMs: number): string =>
  addMs(`${local}:00.000Z`, elapsedMs).slice(0, 16);

interface PublicationChoice {
  /** `now` keeps the date of a post that is already published. */
  publishing: 'draft' | 'now' | 'at';
  /**
   * The time of publication in the society's local time, which is only used with `at`. A date without a time means
   * midnight.
   */
  date: string;
}

/** Returns the time of publication that the author requests; null for a draft. */
export function resolveBlogPublishAt(
  { publishing, date }: PublicationChoice,
  { now, timeZone, before }: { now: Instant; timeZone: string; before: Instant | null },
): Instant | null {
  if (publishing === 'draft') return null;
  if (publishing === 'at') return toInstant(date.length === 10 ? `${date}T00:00` : date, timeZone);
  return before !== null && isPublished(before, now) ? before : now;
}

/**
 * Returns the label of the button that saves a post in this state. With a time after `now`, the post is scheduled; a
 * published post is then off the blog until that time. With an earlier time, a published post is saved, and any other
 * post is published at once. The times are local.
 */
export function getPostSubmitLabel(
  state: PublicationState,
  { publishing, date }: PublicationChoice,
  now: string,
): string {
  if (publishing === 'draft') return state === 'published' ? 'Unpublish post' : 'Save draft';
  if (publishing === 'at' && (date === '' || date > now)) return 'Schedule post';
  return state === 'published' ? 'Save post' : 'Publish post';
}

interface SortablePost {
  title: string;
  author: string;
  published_at: string | null;
}

/**
 * Returns the posts that a table requests, in its order. When sorted by date, drafts count as the newest, because
 * somebody is still writing them. Equal rows keep their order.
 */
export function filterAndSortBlogPosts<Post extends SortablePost>(
  posts: readonly Post[],
  { words, by, descending, filters }: TableRequest<typeof blogTableRules>,
  now: string,
): Post[] {
  const way = descending ? -1 : 1;
  const keyOf = ({ title, author, published_at }: Post) =>
    by === 'title' ? foldText(title) : by === 'author' ? foldText(author) : (published_at ?? '9999');
  return posts
    .filter(({ title, author, published_at }) => {
      const text = foldText(`${title} ${author}`);
      const matches = filters.state === '' || getPublicationState(published_at, now) === filters.state;
      return matches && words.every((word) => text.includes(word));
    })
    .map((post) => ({ post, key: keyOf(post) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -way : way))
    .map(({ post }) => post);
}
