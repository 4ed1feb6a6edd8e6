import type { Instant } from '#platform/shared/dates/dates.ts';

/** Who may read a post: everyone, everyone as an auditions post, or members. */
export type PostType = 'public' | 'auditions' | 'private';

/** A post as its author submits it. */
export interface NewPost {
  /** The show it is about; null for one about the society. */
  show_id: string | null;
  type: PostType;
  title: string;
  /** Markdown. */
  content: string;
  /** The time when it is published, now or later. */
  published_at: Instant;
  author: string;
}
