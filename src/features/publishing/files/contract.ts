import { z } from 'zod';
import { id } from '#platform/shared/calls/schemas.ts';

/**
 * A file in a list. `url` is its page; `kind` is its kind and size, as in "Spreadsheet, 34 kB". For a PDF file, `kind`
 * includes the size only in Member Docs.
 */
export const FileEntry = z.object({ id, name: z.string(), url: z.string(), kind: z.string() });
export type FileEntry = z.infer<typeof FileEntry>;

/** `/file/{id}/{name}` */
export const FilePageContent = z.object({
  type: z.literal('file_page'),
  id,
  /** The file's name, with spaces instead of underscores. */
  title: z.string(),
  /** The time of the upload, with the society's UTC offset. */
  date: z.string(),
  show_title: z.string(),
  /** The path of the show's page; "" for a file that belongs to no show on the site. */
  show_link: z.string(),
  /** The URL to download the file. */
  url: z.string(),
  /** The path of this page. */
  address: z.string(),
  /** The file's kind and size, as in "Word document, 34 kB". */
  kind: z.string(),
  /** The kind of the page's preview, and its URL; `none` for types that browsers don't display. */
  preview: z.object({ as: z.enum(['pdf', 'image', 'audio', 'video', 'none']), src: z.string() }),
});
export type FilePageContent = z.infer<typeof FilePageContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    file_page: FilePageContent;
  }
}
