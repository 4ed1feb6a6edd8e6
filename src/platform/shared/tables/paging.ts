/** One page of a longer list. */
export interface PaginatedList<Item> {
  items: Item[];
  /** The page number, from 1; the last page if a later one was requested. */
  page: number;
  /** At least 1, because an empty list has one empty page. */
  pages: number;
}

/**
 * Returns the page number in a URL's query, from 1, under the key `name`; 1 for anything but a positive whole number of
 * up to six digits.
 */
export function parsePageNumber(query: URLSearchParams, name = 'page'): number {
  const page = query.get(name) ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** Returns the number of pages of a list of `count` items, `size` to a page. */
export const countPages = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));

/** Returns the requested page of a list, with `size` items on a page. */
export function paginate<Item>(list: readonly Item[], pageNumber: number, size: number): PaginatedList<Item> {
  const pages = countPages(list.length, size);
  const page = Math.min(pageNumber, pages);
  return { items: list.slice((page - 1) * size, page * size), page, pages };
}
