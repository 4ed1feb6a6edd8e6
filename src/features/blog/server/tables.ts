export interface BlogPostTable {
  /** What addresses call it. Rows are never deleted, so that no key ever comes to mean another post. */
  key: string;
  title: string;
  /** Markdown. */
  content: string;
  author: string;
  /** Nobody but its writers sees it before; null for a draft. */
  published_at: string | null;
  created_at: string;
  updated_at: string;
  /** Moves with each change. */
  version: number;
  changed_by: string;
  /** Since when it is gone from everyone's sight, and by whom. */
  deleted_at: string | null;
  deleted_by: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    blog_post: BlogPostTable;
  }
}
