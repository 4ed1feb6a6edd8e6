import { fold } from './text.ts';

/**
 * Returns the key that a title is sorted by: folded, with a leading The, A or An moved to the end, as libraries do ("An
 * Inspector Calls" is listed under I), and numbers in numerical order. Keys are compared by `<`, so that the server,
 * the browser and both databases agree. `createShows` and `save-show.ts` store it as `title_key`, and the list of shows
 * in the browser computes its own: a change here needs a migration that updates the stored keys.
 */
export function toSortKey(title: string): string {
  const [, article = '', rest = title] = /^[^\p{L}\p{N}]*(the|an|a)\s+(?=\S)(.*[\p{L}\p{N}].*)$/isu.exec(title) ?? [];
  return fold(`${rest} ${article}`).replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}
