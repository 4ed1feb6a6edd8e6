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
}

declare module '../../../platform/server/database/schema.ts' {
  interface Tables {
    post: PostTable;
  }
}
