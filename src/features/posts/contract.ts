import { z } from 'zod';
import { FileEntry } from '../files/contract.ts';

export const Post = z.object({
  type: z.literal('post'),
  id: z.string(),
  /** Where this is at home: `/`, `/auditions` or `/post/{id}`. */
  address: z.string(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** `content` as safe HTML. */
  content_html: z.string(),
  /** On the front page the beginning of a post that is long, else "". */
  lead_html: z.string(),
  /** Its publishing with the society's offset, or "" for a post that stands for an empty place. */
  date: z.string(),
  /** The name it is signed with, or "". */
  author: z.string(),
  show_title: z.string(),
  /** The show's page, or "". */
  show_link: z.string(),
  /** What has to be known before reading: that the auditions it calls are over. Else "". */
  notice: z.string(),
  files: z.array(FileEntry),
  files_title: z.string(),
  /** Wraps the content in the front page's layout, with the next show. */
  frontpage: z.boolean(),
});
export type Post = z.infer<typeof Post>;

declare module '../../platform/shared/pages.ts' {
  interface Pages {
    post: Post;
  }
}
