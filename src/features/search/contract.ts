import { z } from 'zod';

export const SearchItem = z.object({
  type: z.enum(['blog', 'post', 'member', 'show']),
  title: z.string(),
  href: z.string(),
  /** What tells it from another of the same title: a show's or post's date in words; "" for a person. */
  detail: z.string(),
});
export type SearchItem = z.infer<typeof SearchItem>;
export type Kind = SearchItem['type'];

/** `/search` (CONTRACT §2): every public thing once. JSON is whole, whatever the query. */
export const SearchContent = z.object({
  type: z.literal('search'),
  title: z.string(),
  items: z.array(SearchItem),
  /** Only in HTML, whose `items` are those that are shown: how many there are in all, and how many match. */
  first_view: z
    .object({ matches: z.record(SearchItem.shape.type, z.int()), page: z.int(), pages: z.int(), total: z.int() })
    .optional(),
});
export type SearchContent = z.infer<typeof SearchContent>;

declare module '../../platform/shared/pages.ts' {
  interface Pages {
    search: SearchContent;
  }
}
