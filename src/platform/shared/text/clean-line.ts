import { directionMarks } from './text.ts';

/**
 * Invisible characters that nobody meant to type: control characters, zero-width spaces, soft hyphens, invisible
 * mathematics, byte order marks, halves of characters.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to find
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\p{Cs}]|\u034f/gu;

/** A letter of a script, or a part of an emoji, that looks different with a joiner. Latin letters don't. */
const joins =
  '(?:(?![\\p{scx=Latn}\\p{scx=Zinh}\\p{scx=Zyyy}])[\\p{L}\\p{M}]|[\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])';

/** Tags that don't spell a flag's name. */
const strayTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]+/gu;
/** Variation selectors of characters that have none: Latin letters, blanks, joiners. */
const strayVariations = /(?<=^|[\s\p{scx=Latn}\u200c\u200d])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;
/** Joiners that aren't between two letters that join. Marked as pure, so that the pages' script leaves it out. */
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
 * Normalises one line for storage: trims it, collapses white space and removes invisible characters and direction marks,
 * so that names that look the same are the same. Curly quotes, dashes, and the joiners of Persian, Indic names and emoji
 * stay.
 */
export function cleanLine(text: string): string {
  const line = cleanOnce(text);
  // Marks that were apart may have changed places. In no name they do so twice, and a made-up text could go on for ever.
  const again = cleanOnce(line);
  return again === line ? line : cleanOnce(again.replace(modifiers, ''));
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
