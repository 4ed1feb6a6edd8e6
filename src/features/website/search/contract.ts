import { z } from 'zod';

export const SearchItem = z.object({
  type: z.enum(['blog', 'post', 'member', 'show']),
  title: z.string(),
  href: z.string(),
  /**
   * Distinguishes it from another with the same title: a show's author and date, a post's date, a person's years on
   * programmes and their other names.
   */
  detail: z.string(),
  /** Other words that find it, with less weight than its title: a show's author, a person's former name. */
  also: z.array(z.string()),
  /** The address of a show's poster; else "". */
  poster: z.string(),
});
export type SearchItem = z.infer<typeof SearchItem>;
export type ResultKind = SearchItem['type'];

/**
 * `/search`: every public item once, and for members the topics of the handbook. JSON is complete, regardless of the
 * query.
 */
export const SearchContent = z.object({
  type: z.literal('search'),
  title: z.string(),
  items: z.array(SearchItem),
  /** The results on the page. Only in HTML, whose `items` are limited to these. */
  first_view: z
    .object({
      /** The number of `items`, from the first, that are the best of all kinds. */
      best: z.int(),
      /** The number of matches of each kind that has any, the kind with the best match first. */
      found: z.array(z.object({ kind: SearchItem.shape.type, matches: z.int() })),
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
