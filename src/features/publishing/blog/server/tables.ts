import type { LiveRow } from '#platform/server/database/index.ts';

interface BlogPostTable {
  /** The key in the post's URL. Rows are never deleted, so that no key is reused for another post. */
  key: string;
  title: string;
  /** Markdown. */
  content: string;
  author: string;
  /** The time of publication; null for a draft. Until then, only users who may edit posts see the post. */
  published_at: string | null;
  created_at: string;
  updated_at: string;
  /** Increases with each change. */
  version: number;
  changed_by: string;
  /** The time of the deletion, and the person who deleted the post; null and "" if it isn't deleted. */
  deleted_at: string | null;
  deleted_by: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    blog_post: LiveRow<BlogPostTable>;
    blog_post_with_deleted: BlogPostTable;
  }
}
