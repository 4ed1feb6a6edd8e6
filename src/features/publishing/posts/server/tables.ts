import type { LiveRow } from '#platform/server/database/index.ts';
import type { PostType } from '../post.ts';

interface PostTable {
  id: string;
  /** The show it is about; null for one about the society. */
  show_id: string | null;
  type: PostType;
  title: string;
  /** Markdown. */
  content: string;
  /** Until then only people who may edit it see it. */
  published_at: string;
  /** The name it is signed with, or "". */
  author: string;
  created_at: string;
  updated_at: string;
  /** Increases with each change. */
  version: number;
  /** The author of this version. */
  changed_by: string;
  /** The state of emailing the show's members: `waiting` until it is published and they have been emailed. */
  telling: 'no' | 'waiting' | 'done';
  /** The time of its deletion, and the person who deleted it. */
  deleted_at: string | null;
  deleted_by: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    post: LiveRow<PostTable>;
    post_with_deleted: PostTable;
  }
}
