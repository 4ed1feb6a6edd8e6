import type { ManagedPost } from '../contract.ts';

/** The text typed into the post editor, and the version that the text is based on. */
export interface PostDraft {
  title: string;
  type: string;
  date: string;
  content: string;
  tell: boolean;
  version: number;
}

/** Builds the draft with which the editor opens a post. */
export const toPostDraft = (post: ManagedPost | undefined, now: string): PostDraft =>
  post
    ? {
        title: post.title,
        type: post.type,
        date: post.date,
        content: post.content,
        tell: post.telling === 'waiting',
        version: post.version,
      }
    : { title: '', type: 'private', date: now.slice(0, 10), content: '', tell: false, version: 0 };

/**
 * Returns the publish date to send. An unchanged date is sent without a time, so that the server keeps the exact time.
 * If the time was cleared, or if the save overwrites someone else's version, a date without a time is sent as midnight.
 */
export function toPublishDate({ date, version }: PostDraft, saved: PostDraft): string {
  if (saved.version === 0) return date;
  const isOverTheirs = version !== saved.version;
  if (date === saved.date && !isOverTheirs) return date.slice(0, 10);
  const keepsTime = date.length === 10 && (isOverTheirs || date === saved.date.slice(0, 10));
  return keepsTime ? `${date}T00:00` : date;
}
