import type { Instant } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';

/** A blog post as its writer submits it. */
export interface NewBlogPost {
  title: string;
  /** Markdown. */
  content: string;
  author: string;
  /** The time of its publication, which is automatic if it is ahead; null for a draft. */
  published_at: Instant | null;
}

const longestKey = 60;

/**
 * Returns the key of a post with this title: "What the inspector taught us" is `what-the-inspector-taught-us`. Latin
 * letters, digits and single hyphens, at most 60, cut between words; a title without any of them is `post`.
 */
export function slugify(title: string): string {
  const text = fold(title.slice(0, 1000))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (text.length <= longestKey) return text || 'post';
  const cut = text.slice(0, longestKey + 1).lastIndexOf('-');
  return text.slice(0, cut > 0 ? cut : longestKey);
}

/** Finds the first of `key`, `key-2`, `key-3`… that is not taken. */
export function findFreeSlug(key: string, taken: ReadonlySet<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count++) free = `${key}-${count}`;
  return free;
}
