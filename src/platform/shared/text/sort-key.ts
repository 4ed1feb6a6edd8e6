import { fold } from './text.ts';

/**
 * The key that a title is sorted by: folded, with a leading The, A or An moved to the end, as libraries do ("An
 * Inspector Calls" stands among the I's), and numbers in the order of their size. Compare two keys by `<`: both sides
 * and both databases then agree. `recordShows` and `save.ts` of shows store it as `title_key`, and the list of shows in
 * the browser computes its own: a change here needs a migration that updates the stored keys.
 */
export function toSortKey(title: string): string {
  const [, article = '', rest = title] = /^[^\p{L}\p{N}]*(the|an|a)\s+(?=\S)(.*[\p{L}\p{N}].*)$/isu.exec(title) ?? [];
  return fold(`${rest} ${article}`).replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}
