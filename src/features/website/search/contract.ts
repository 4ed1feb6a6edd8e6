import { z } from 'zod';

export const SearchItem = z.object({
  type: z.enum(['blog', 'post', 'member', 'show']),
  title: z.string(),
  href: z.string(),
  /**
   * A text that distinguishes items with the same title: a show's author and date, a post's date, the number and years
   * of a person's shows and their other names, or the chapter of the handbook; "" for a page.
   */
  detail: z.string(),
  /** Other words that match the item, with less weight than its title, such as a show's author or a former name. */
  also: z.array(z.string()),
  /**
   * Roles on stage, which match the item with the least weight. For a show, each role has the person who played it; for
   * a person, the title of the show. Absent if there are none.
   */
  roles: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** The URL of a show's poster; "" for other items. */
  poster: z.string(),
});
export type SearchItem = z.infer<typeof SearchItem>;
export type ResultKind = SearchItem['type'];

/**
 * The content of `/search`: every public item and, for members, the topics of the handbook. As JSON, the content is
 * complete, regardless of the query.
 */
export const SearchContent = z.object({
  type: z.literal('search'),
  title: z.string(),
  items: z.array(SearchItem),
  /** Present only in an HTML page, where `items` are the results on that page. */
  first_view: z
    .object({
      /** The number of items at the beginning of `items` that are the best matches of all kinds. */
      best: z.int(),
      /** Each kind that has matches, with their number; the kind with the best match comes first. */
      found: z.array(z.object({ kind: SearchItem.shape.type, matches: z.int() })),
      /** The corrected search that the results match. Absent if the typed search matches, or can't be corrected. */
      corrected: z.string().optional(),
      page: z.int(),
      pages: z.int(),
    })
    .optional(),
});
export type SearchContent = z.infer<typeof SearchContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    search: SearchContent;
  }
}
