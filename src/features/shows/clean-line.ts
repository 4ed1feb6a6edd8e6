/**
 * Invisible characters that nobody meant to type: control characters, zero-width spaces, soft hyphens, byte order
 * marks.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;

/**
 * One line of text as it is stored: no blanks or no-break spaces at its ends, every run of white space inside is one
 * blank. Curly quotes and dashes stay as typed.
 */
export function cleanLine(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** Markdown of several lines: line ends are `\n`, and no blank lines surround it; the inside is the writer's. */
export function cleanBlock(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
    .normalize('NFC');
}

/** An author without the leading "by" of a programme: "by X, adapted by Y" is "X, adapted by Y"; "devised by" stays. */
export function cleanAuthor(text: string): string {
  return cleanLine(text).replace(/^(?:by(?:\s+|:\s*))+/i, '');
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'cancelled', 'canceled', '✓']);
const no = new Set(['', 'no', 'n', 'false', '0', '-']);

/** Whether a show was cancelled; undefined when the word is neither a yes nor a no. */
export function readYesNo(text: string): boolean | undefined {
  const word = cleanLine(text).toLowerCase();
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  return undefined;
}
