import type { Instant } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';

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
 * has at most 60 Latin letters, digits and single hyphens, and is cut between words. The key of a title without any of
 * these characters is `post`.
 */
export function slugify(title: string): string {
  const text = fold(title.slice(0, 1000))
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
