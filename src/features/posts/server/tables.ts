import type { PostType } from '../post.ts';

export interface PostTable {
  id: string;
  /** The show it is about; null for one about the society. */
  show_id: string | null;
  type: PostType;
  title: string;
  /** Markdown. */
  content: string;
  /** Nobody but its writers sees it before. */
  published_at: string;
  /** The name it is signed with, or "". */
  author: string;
  created_at: string;
  updated_at: string;
  /** Moves with each change. */
  version: number;
  /** Who wrote it as it stands. */
  changed_by: string;
  /** Whether the show's members are to be mailed of it: `waiting` until it is out and they are. */
  telling: 'no' | 'waiting' | 'done';
}

/** A post that can be restored for 30 days. */
export interface DeletedPostTable extends PostTable {
  deleted_at: string;
  deleted_by: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    post: PostTable;
    deleted_post: DeletedPostTable;
  }
}
