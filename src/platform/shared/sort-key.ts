import { fold } from './text.ts';

/**
 * What a title is sorted by: folded, with a leading The, A or An moved to the end, as libraries do ("An Inspector
 * Calls" stands among the I's), and numbers in the order of their size. Compare two keys by `<`: both sides and both
 * databases then agree. Those of shows are stored (`title_key`): another rule needs a migration that makes them anew.
 */
export function sortKey(title: string): string {
  const [, article = '', rest = title] = /^[^\p{L}\p{N}]*(the|an|a)\s+(?=\S)(.*[\p{L}\p{N}].*)$/isu.exec(title) ?? [];
  return fold(`${rest} ${article}`).replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}
