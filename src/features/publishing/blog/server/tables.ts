import type { LiveRow } from '#platform/server/database/index.ts';

interface BlogPostTable {
  /** Its key in URLs. Rows are never deleted, so that no key is ever reused for another post. */
  key: string;
  title: string;
  /** Markdown. */
  content: string;
  author: string;
  /** Only its writers see it before; null for a draft. */
  published_at: string | null;
  created_at: string;
  updated_at: string;
  /** Moves with each change. */
  version: number;
  changed_by: string;
  /** The time of its deletion, and the person who deleted it. */
  deleted_at: string | null;
  deleted_by: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    blog_post: LiveRow<BlogPostTable>;
    blog_post_with_deleted: BlogPostTable;
  }
}
