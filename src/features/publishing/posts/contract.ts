import { z } from 'zod';
import { ArchiveSummary, ShowEntryWithRun } from '#features/archive/shows/contract.ts';
import { FileEntry } from '#features/publishing/files/contract.ts';
import { MediaEntry } from '#features/publishing/media/contract.ts';
import { adjacentItem, checkbox, requiredSingleLine, version } from '#platform/shared/calls/schemas.ts';

/**
 * The picture shown with a post: the first picture in its text that isn't an icon, otherwise the first photograph of
 * its show. On the front page, auditions with neither have the show's banner.
 */
export const PostPicture = MediaEntry.pick({
  src: true,
  srcset: true,
  width: true,
  height: true,
  alt: true,
  caption: true,
  placeholder: true,
});
export type PostPicture = z.infer<typeof PostPicture>;

/** The next auditions, shown on the front page unless the front page's post is about them. */
export const OpenAuditions = z.object({
  title: z.string(),
  /** The path of the auditions' own page. */
  link: z.string(),
  excerpt: z.string(),
  picture: PostPicture.optional(),
});
export type OpenAuditions = z.infer<typeof OpenAuditions>;

export const Post = z.object({
  type: z.literal('post'),
  id: z.string(),
  /** The path of this page: `/`, `/auditions`, `/post/{id}`, `/members/post/{id}` or `/members/docs`. */
  address: z.string(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** The beginning of the post as plain text, for search engines and shared links. */
  description: z.string(),
  /** `content` as safe HTML. */
  content_html: z.string(),
  /** On the front page the beginning of a long post, otherwise "". */
  lead_html: z.string(),
  /** The time of publication, with the society's UTC offset; "" for a text that isn't a post. */
  date: z.string(),
  /** The name with which the post is signed, or "". */
  author: z.string(),
  show_title: z.string(),
  /** The path of the show's page, or "". */
  show_link: z.string(),
  /** The notice that the auditions are over, shown before the text; "" for none. */
  notice: z.string(),
  /**
   * The path of the text's editor; "" if the reader may not edit the text, or the post's show is archived. `edit_label`
   * is the label of the link.
   */
  edit_link: z.string(),
  edit_label: z.string(),
  files: z.array(FileEntry),
  files_title: z.string(),
  /** True if the content is shown in the front page's layout, with the next show. */
  frontpage: z.boolean(),
  /** On the post's own public page: the posts published before and after it. */
  earlier: adjacentItem.optional(),
  later: adjacentItem.optional(),
  /**
   * The post's picture, on the front page, the auditions page and the post's own public page. Left out if the text
   * shown there has its own picture.
   */
  picture: PostPicture.optional(),
  /** On the auditions page and the post's own public page: the show that the post is about. */
  show: ShowEntryWithRun.optional(),
  /** On the front page: the first few announced shows after the next one, soonest first. */
  coming_up: z.array(ShowEntryWithRun).optional(),
  auditions: OpenAuditions.optional(),
  /** On the front page while no show is past or announced: links for visitors. */
  ways_in: z.array(z.object({ href: z.string(), title: z.string(), text: z.string() })).optional(),
  /** On the front page: a summary of the archive, once there is one. */
  archive: ArchiveSummary.optional(),
});
export type Post = z.infer<typeof Post>;

const maxLengths = { title: 150, content: 100_000 };
const dateWanted = 'Enter the date on which the post should appear, such as 2026-12-01.';

/** The post editor's form, which is sent together with the files. */
export const CreatePostBody = z.object({
  title: requiredSingleLine(
    'Give the post a title.',
    maxLengths.title,
    `Keep the title to ${maxLengths.title} characters or fewer.`,
  ),
  type: z
    .string({ error: 'Choose who it is for.' })
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(['public', 'auditions', 'private'], { error: 'Choose who it is for: Public, Auditions or Private.' })),
  /** A date, or a date and time, in the society's local time unless it has an offset. */
  date: z
    .union([z.iso.date(), z.iso.datetime({ local: true, offset: true })], { error: dateWanted })
    .refine((date) => date >= '1970' && date < '2101', { error: 'Enter a date between 1970 and 2100.' }),
  /** Markdown. */
  content: z
    .string({ error: 'Enter the text of the post.' })
    .transform((typed) => typed.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, ''))
    .pipe(z.string().max(maxLengths.content, 'Keep the text to 100,000 characters or fewer.')),
  /** True if an email goes to the show's members who have asked for such emails. */
  tell: checkbox,
});
export type CreatePostBody = z.infer<typeof CreatePostBody>;

/** The form for an existing post. `version` is the version that the change is based on. */
export const UpdatePostBody = CreatePostBody.extend({
  version: z.coerce.number({ error: 'Reload the post before you change it.' }).pipe(version.positive()),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    post: Post;
  }
}
