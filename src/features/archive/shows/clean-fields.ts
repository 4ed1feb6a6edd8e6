import { cleanLine } from '#platform/shared/text/clean-line.ts';

/**
 * Removes the leading "by" that programmes print: "by X, adapted by Y" becomes "X, adapted by Y"; "devised by" stays.
 */
export function cleanAuthor(text: string): string {
  return cleanLine(text).replace(/^(?:by(?:\s+|:\s*))+/i, '');
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'cancelled', 'canceled', '✓']);
const no = new Set(['', 'no', 'n', 'false', '0', '-']);

/** Parses a "cancelled" cell; undefined if the word means neither yes nor no. */
export function parseYesNo(text: string): boolean | undefined {
  const word = cleanLine(text).toLowerCase();
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  return undefined;
}
