import type { Instant } from '#platform/shared/dates/dates.ts';

/** The type of a post: for everyone, for everyone and about auditions, or for members. */
export type PostType = 'public' | 'auditions' | 'private';

/** A post as its author submits it. */
export interface NewPost {
  /** The show that the post is about; null for a post about the society. */
  show_id: string | null;
  type: PostType;
  title: string;
  /** Markdown. */
  content: string;
  /** The time of publication, now or later. */
  published_at: Instant;
  author: string;
}
