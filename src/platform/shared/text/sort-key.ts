import { foldText } from './text.ts';

/**
 * Returns the key by which a title is sorted: the folded title, with a leading The, A or An moved to the end as in
 * libraries ("An Inspector Calls" is listed under I), and with numbers padded to six digits, so that 9 comes before 12.
 * Keys are compared by `<`, so that the server, the browser and both databases agree. `createShows` and `save-show.ts`
 * store the key as `title_key`, and the list of shows in the browser computes it again. A change here therefore needs a
 * migration that updates the stored keys.
 */
export function toSortKey(title: string): string {
  const [, article = '', rest = title] = /^[^\p{L}\p{N}]*(the|an|a)\s+(?=\S)(.*[\p{L}\p{N}].*)$/isu.exec(title) ?? [];
  // A tab sorts before any other character of a key, so that "The Zoo" is listed before "Zoo Story"
  const key = article === '' ? foldText(rest) : `${foldText(rest)}\t${foldText(article)}`;
  return key.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}
