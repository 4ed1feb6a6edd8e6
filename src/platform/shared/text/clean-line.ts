import { directionMarks } from './text.ts';

/**
 * Invisible characters that nobody typed on purpose: control characters, zero-width spaces, soft hyphens, invisible
 * mathematics, byte order marks, unpaired surrogates.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to find
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\p{Cs}]|\u034f/gu;

/** Matches a letter, or a part of an emoji, whose appearance a joiner changes. Latin letters are not among these. */
const joins =
  '(?:(?![\\p{scx=Latn}\\p{scx=Zinh}\\p{scx=Zyyy}])[\\p{L}\\p{M}]|[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])';

/** Tag characters that don't belong to a flag emoji. */
const strayTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]+/gu;
/** Variation selectors after characters that have no variants: Latin letters, blanks, joiners. */
const strayVariations = /(?<=^|[\s\p{scx=Latn}\u200c\u200d])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;
/**
 * Joiners that aren't between two characters that match `joins`. The expression is marked as pure, so that the bundler
 * can drop it from the pages' script.
 */
const strayJoiners = /* @__PURE__ */ new RegExp(
  `(?<!${joins})[\\u200c\\u200d]+|[\\u200c\\u200d]+(?!${joins}|[\\u200c\\u200d])`,
  'gu',
);
/** Characters that change the look of their neighbours. */
const modifiers = /\u200c|\u200d|[\ufe00-\ufe0f\u{e0000}-\u{e01ef}]/gu;

const cleanOnce = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(directionMarks, '')
    .normalize('NFC')
    .replace(strayTags, '')
    .replace(strayVariations, '')
    .replace(strayJoiners, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');

/**
 * Normalises one line for storage: trims it, collapses white space, and removes invisible characters and direction
 * marks, so that names that look the same are equal. Curly quotes, dashes, and the joiners in Persian and Indic names
 * and in emoji stay.
 */
export function cleanLine(text: string): string {
  const line = cleanOnce(text);
  // Cleaning may bring combining marks together, which are then put in another order. No real name changes when it is
  // cleaned again. A made-up text could change each time, so its modifiers are removed.
  const again = cleanOnce(line);
  return again === line ? line : cleanOnce(again.replace(modifiers, ''));
}

/**
 * Normalises Markdown of several lines: line ends become line feeds, and invisible characters, blank lines at the
 * beginning and white space at the end are removed.
 */
export function cleanMarkdown(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(invisible, '')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
    .normalize('NFC');
}
