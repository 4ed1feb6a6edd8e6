import { email as emailSchema } from './schemas.ts';

/** Returns true for words that people write into a list to mean "nothing". */
export const isBlankWord = (text: string): boolean => /^(?:[-–—.?/]+|n\/?a|none|nil|no|no e?-?mail)$/i.test(text);

/**
 * Parses the email addresses in a cell: "mailto:ann@players.example", "Ann Hale <ann@players.example>", or several.
 * Returns the first address ("" for none) and the others; undefined if the cell contains anything else.
 */
export function parseEmailCell(text: string): { email: string; others: string[] } | undefined {
  if (text === '' || isBlankWord(text)) return { email: '', others: [] };
  const [first, ...others] = text
    .slice(0, 1000)
    .split(/[\s,;<>()[\]"“”|]+/)
    .map((part) => part.replace(/^['‘]?mailto:/i, '').replace(/^([^@]*@[^#?]*).*$/, '$1'))
    .map((part) => part.replace(/^['‘]/, '').replace(/[.:'’]+$/, ''))
    .filter((part) => part.includes('@'));
  const read = emailSchema('').safeParse(first ?? '');
  return read.success && read.data !== ''
    ? { email: read.data, others: others.filter((one) => one !== first) }
    : undefined;
}
