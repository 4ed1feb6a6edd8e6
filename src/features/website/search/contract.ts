import { z } from 'zod';

export const SearchItem = z.object({
  type: z.enum(['blog', 'post', 'member', 'show']),
  title: z.string(),
  href: z.string(),
  /**
   * Tells it from another with the same title: who wrote a show and when it was, a post's date, a person's years on
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

/** `/search`: every public thing once, and for members what the handbook tells of. JSON is whole, whatever the query. */
export const SearchContent = z.object({
  type: z.literal('search'),
  title: z.string(),
  items: z.array(SearchItem),
  /** Only in HTML, whose `items` are those on the page: what was found. */
  first_view: z
    .object({
      /** How many of `items`, from the first, are the best of all kinds. */
      best: z.int(),
      /** How many match of each kind that has any, the kind with the best match first. */
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
