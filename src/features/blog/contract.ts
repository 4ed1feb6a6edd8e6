import { z } from 'zod';
import { instant } from '../../platform/shared/schemas.ts';

export const BlogEntry = z.object({
  title: z.string(),
  /** "Nov 2026", on the society's calendar. */
  date: z.string(),
  /** Epoch seconds; the list is in its order, newest first (SPEC §2). */
  dateInt: z.int(),
  author: z.string(),
  /** Markdown; "" where an HTML page's data doesn't need it. */
  content: z.string(),
  /** The same moment as `dateInt`, with the society's offset. */
  published_at: instant,
  /** Its beginning in plain words. */
  excerpt: z.string(),
  /** The address of the first picture in it, or "". */
  picture: z.string(),
});
export type BlogEntry = z.infer<typeof BlogEntry>;

export const Blogs = z.object({
  type: z.literal('blogs'),
  title: z.string(),
  posts: z.record(z.string(), BlogEntry),
  /** The post that the address asks for, "" for the list. One that isn't in `posts` is unknown. */
  key: z.string(),
  /** That post's `content` as safe HTML. */
  content_html: z.string(),
  /** Present only in HTML's page data, where `posts` is page `page` of the list; JSON is always whole. */
  first_view: z.object({ page: z.int(), pages: z.int() }).optional(),
});
export type Blogs = z.infer<typeof Blogs>;

declare module '../../platform/shared/pages.ts' {
  interface Pages {
    blogs: Blogs;
  }
}
