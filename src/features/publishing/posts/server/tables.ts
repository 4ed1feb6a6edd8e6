import type { LiveRow } from '#platform/server/database/index.ts';
import type { PostType } from '../post.ts';

interface PostTable {
  id: string;
  /** The show that the post is about; null for a post about the society. */
  show_id: string | null;
  type: PostType;
  title: string;
  /** Markdown. */
  content: string;
  /** The time of publication. Until then only people who may edit the post see it. */
  published_at: string;
  /** The name with which the post is signed, or "". */
  author: string;
  created_at: string;
  updated_at: string;
  /** Increases with each change. */
  version: number;
  /** The author of this version. */
  changed_by: string;
  /**
   * The state of emailing the show's members: `waiting` until the post is published and they have been emailed, then
   * `done`; `no` if nobody is emailed.
   */
  telling: 'no' | 'waiting' | 'done';
  /**
   * The time of the deletion; null if the post isn't deleted. `deleted_by` is the name of the person who deleted it, or
   * "".
   */
  deleted_at: string | null;
  deleted_by: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    post: LiveRow<PostTable>;
    post_with_deleted: PostTable;
  }
}
