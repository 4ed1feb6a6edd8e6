import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  currentVersionFields,
  instant,
  requiredSingleLine,
  tableState,
  versionField,
} from '#platform/shared/calls/schemas.ts';

export const BlogEntry = z.object({
  title: z.string(),
  /** The month of publication in the society's time zone: "Nov 2026". */
  date: z.string(),
  /** The time of publication in epoch seconds, by which the list is sorted, newest first. */
  dateInt: z.int(),
  author: z.string(),
  /** Markdown; "" in the data of an HTML page. */
  content: z.string(),
  /** The same time as `dateInt`, with the society's UTC offset. */
  published_at: instant,
  /** The beginning of the post as plain text. */
  excerpt: z.string(),
  /** The URL of the first picture in the post that is larger than an icon; "" if there is none. */
  picture: z.string(),
  /** The picture's size in pixels; 0 without a picture. */
  picture_width: z.int(),
  picture_height: z.int(),
});
export type BlogEntry = z.infer<typeof BlogEntry>;

export const BlogContent = z.object({
  type: z.literal('blogs'),
  title: z.string(),
  posts: z.record(z.string(), BlogEntry),
  /** The key in the URL; "" for the list. An unknown key isn't in `posts`. */
  key: z.string(),
  /** The text of the post with this key, as safe HTML; "" for the list, or for an unknown key. */
  content_html: z.string(),
  /**
   * The position of `posts` in the list. Set only in the data of an HTML page, which has one page of the list; JSON
   * always has the whole list.
   */
  first_view: z.object({ page: z.int(), pages: z.int() }).optional(),
});
export type BlogContent = z.infer<typeof BlogContent>;

/** The publication state of a post. */
const state = z.enum(['draft', 'scheduled', 'published']);

/** `/members/manage-blog` */
export const ManageBlogContent = z.object({
  type: z.literal('manage_blog'),
  title: z.string(),
  table: tableState,
  /** The posts on the requested page of the list. */
  posts: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      author: z.string(),
      state,
      /** The time when the post was or will be published, with the society's UTC offset; "" for a draft. */
      published_at: z.string(),
      /** The time of the last change, with the society's UTC offset. */
      changed_at: z.string(),
      changed_by: z.string(),
    }),
  ),
  /** Posts that can still be restored, most recently deleted first. */
  deleted: z.array(z.object({ key: z.string(), title: z.string(), deleted_by: z.string(), until: z.string() })),
});
export type ManageBlogContent = z.infer<typeof ManageBlogContent>;

/** `/members/manage-blog/{key}`; the key `new` creates a post. */
export const EditBlogPostContent = z.object({
  type: z.literal('edit_blog_post'),
  title: z.string(),
  /** "" for a new post. */
  key: z.string(),
  post: z.object({
    title: z.string(),
    /** Markdown. */
    content: z.string(),
    author: z.string(),
    state,
    /** The time of publication in the society's local time: `2026-12-01T19:30`; "" for a draft. */
    date: z.string(),
    version: z.int(),
  }),
  /** The local time at which the page was loaded, in the format of `date`. */
  now: z.string(),
  /** The milliseconds from `now`, which is a whole minute, until the page was loaded. */
  now_ms: z.int(),
});
export type EditBlogPostContent = z.infer<typeof EditBlogPostContent>;

/** A date, or a date and time, in the society's local time. */
const localMoment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/, 'Choose a date and time.')
  .refine(
    (moment) => z.iso.datetime({ local: true }).safeParse(`${moment}T00:00`.slice(0, 16)).success,
    'That date or time doesn’t exist.',
  )
  .refine((moment) => moment >= '1900' && moment < '2200', 'Choose a year between 1900 and 2199.');

/** POST /members/api/blog/{key}. */
export const SaveBlogPostBody = z
  .object({
    title: requiredSingleLine('Give the post a title.', 200, 'Use 200 characters or fewer.'),
    author: requiredSingleLine('Enter the author’s name.', 100, 'Use 100 characters or fewer.'),
    content: z.string().max(100_000, 'Keep the text to 100,000 characters or fewer.'),
    publishing: z.enum(['draft', 'now', 'at'], 'Choose when it appears.'),
    date: z.union([z.literal(''), localMoment]).default(''),
    version: versionField.default(0),
  })
  .refine(({ publishing, date }) => publishing !== 'at' || date !== '', {
    path: ['date'],
    message: 'Choose the date it appears.',
  });
export type SaveBlogPostBody = z.infer<typeof SaveBlogPostBody>;

/** The stored post, sent when a save conflicts with it. */
export const CurrentBlogPost = EditBlogPostContent.shape.post.extend(currentVersionFields);
export type CurrentBlogPost = z.infer<typeof CurrentBlogPost>;

const post = '/members/api/blog/:key';

/** The key `new` creates a post. */
export const saveBlogPost = declareCall('POST', post, {
  body: SaveBlogPostBody,
  answers: { 200: z.object({ key: z.string(), version: z.int(), state }), 409: z.object({ current: CurrentBlogPost }) },
  once: true,
});
export const deleteBlogPost = declareCall('POST', `${post}/delete`);
export const restoreBlogPost = declareCall('POST', `${post}/restore`);

declare module '#platform/shared/pages.ts' {
  interface Pages {
    blogs: BlogContent;
    manage_blog: ManageBlogContent;
    edit_blog_post: EditBlogPostContent;
  }
}
