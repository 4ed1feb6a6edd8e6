/** One page of a longer list. */
export interface Paginated<Item> {
  items: Item[];
  /** From 1; the last page where a later one was asked for. */
  page: number;
  /** At least 1: an empty list has one empty page. */
  pages: number;
}

/** The page that an address asks for by `name`, from 1; the first where that isn't a number. */
export function requestedPage(query: URLSearchParams, name = 'page'): number {
  const page = query.get(name) ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** Returns the number of pages of a list of `count` items, `size` to a page. */
export const countPages = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));

/** The page asked for of a list, `size` items to a page. */
export function paginate<Item>(list: readonly Item[], pageNumber: number, size: number): Paginated<Item> {
  const pages = countPages(list.length, size);
  const page = Math.min(pageNumber, pages);
  return { items: list.slice((page - 1) * size, page * size), page, pages };
}
