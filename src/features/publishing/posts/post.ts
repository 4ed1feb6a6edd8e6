import type { Instant } from '#platform/shared/dates/dates.ts';

/** The readers of a post: everyone, everyone as a call for auditions, or members. */
export type PostType = 'public' | 'auditions' | 'private';

/** A post as its writer submits it. */
export interface NewPost {
  /** The show it is about; null for one about the society. */
  show_id: string | null;
  type: PostType;
  title: string;
  /** Markdown. */
  content: string;
  /** The time of its publication, which is automatic if it is ahead. */
  published_at: Instant;
  author: string;
}
