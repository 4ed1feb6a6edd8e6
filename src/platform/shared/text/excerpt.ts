/** Placeholders used while Markdown's marks are removed. They are characters that can't be typed. */
const heading = '\u0001';
const listItem = '\u0002';
const paragraph = '\u0003';

/** Matches Markdown's marks; each has the plain text that replaces it. They are in the order of replacement. */
const marks: readonly [RegExp, string][] = [
  [/```[\s\S]*?(```|$)/g, ' '],
  [/!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])?/g, ' '],
  // The URLs of reference links, usually listed at the end of a text
  [/^ {0,3}\[[^\]]+\]:.*$/gm, ' '],
  [/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1'],
  [/<((https?|mailto):[^<>\s]*)>/gi, '$1'],
  [/<\/?[a-z][^<>]*>/gi, ' '],
  // Horizontal rules, underlines of headings, and the line below a table's head
  [/^[\s|:*_=-]+$/gm, ' '],
  [/^\s*((#{1,6}|>|[-*+]|\d+[.)])\s+)+/gm, ''],
  [/\s#+\s*$/gm, ' '],
  [/(?<!\\)\|/g, ' '],
  // Struck-out text is left out
  [/(?<!\\)~~(?=\S)[^~\n]*~~/g, ''],
  // The remaining marks of emphasis, code and deletion, except underscores within words (snake_case)
  [/(?<!\\)([*`~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}]))/gu, ''],
];

/** Characters that Markdown allows to be written by name, such as `&nbsp;`. Texts from other programs contain them. */
const namedCharacters = new Map(
  Object.entries({
    nbsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    pound: '£',
    euro: '€',
    copy: '©',
    eacute: 'é',
    shy: '',
  }),
);

/** Replaces escaped characters, and characters written by name or number, with the characters themselves. */
const readCharacters = (text: string): string =>
  text.replace(
    /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (all, escaped, decimal, hex, name) => {
      if (escaped) return escaped;
      if (name) return namedCharacters.get(name) ?? all;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code).replace(/\p{Cs}/u, ' ') : ' ';
    },
  );

/**
 * The replacements that mark headings, list items and the ends of paragraphs. They run before Markdown's own marks are
 * removed.
 */
const blocks: typeof marks = [
  [/```[\s\S]*?(```|$)/g, ' '],
  [/^ {0,3}#{1,6}([ \t].*)?$/gm, heading],
  [/^ {0,3}\S.*\n {0,3}(=+|-+)[ \t]*$/gm, heading],
  [/^[ \t>]*([-*+]|\d{1,9}[.)])[ \t]+(([-*+>#]+|\d{1,9}[.)])[ \t]+)*/gm, listItem],
  [/\n[^\S\n]*(>[^\S\n]*)*\n/g, `\n${paragraph}\n`],
];

/**
 * Returns the beginning of a Markdown text as plain text, at most `length` characters, for page descriptions and lists.
 * The excerpt ends before the next heading or list. If it would be too long, it is cut at the end of a sentence that
 * ends after the first quarter, or else between words. Parts without plain text (pictures, code blocks, rules) are left
 * out. A paragraph without end punctuation gets a full stop if another paragraph follows.
 */
export function buildExcerpt(markdown: string, length: number): string {
  // Far more text than the excerpt needs, but short enough to be processed quickly
  const beginning = markdown
    .slice(0, length * 20)
    .replaceAll(heading, '')
    .replaceAll(listItem, '')
    .replaceAll(paragraph, '');
  return truncateText(firstPassage(plainText(beginning, blocks)) || oneLine(plainText(beginning)), length);
}

/**
 * Returns the beginning of a plain text, whose characters aren't read as Markdown. The result is one line, which ends
 * as in `buildExcerpt`.
 */
export function truncateText(plain: string, length: number): string {
  const text = oneLine(plain);
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const sentence = /^.*[\p{L}\p{M}\p{N})’”"'][.!?][)’”"']?(?=\s)/su.exec(cut)?.[0] ?? '';
  if (sentence.length >= length / 4) return sentence;
  // Removes blanks and punctuation at the end, and half of a surrogate pair
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\p{Cs}\s,;:.–-]+$/u, '')}…`;
}

const plainText = (text: string, also: typeof marks = []) =>
  readCharacters([...also, ...marks].reduce((left, [mark, instead]) => left.replace(mark, instead), text));

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Joins paragraphs into one line. A paragraph without end punctuation gets a full stop if another follows. */
const joined = (text: string) =>
  text
    .split(paragraph)
    .map(oneLine)
    .filter(Boolean)
    .map((one, at, all) => (at < all.length - 1 && /[\p{L}\p{M}\p{N}%][)\]’”"']*$/u.test(one) ? `${one}.` : one))
    .join(' ');

/**
 * Returns the first passage between headings that has content: the text before a list or, if there is none, the list
 * itself.
 */
function firstPassage(text: string): string {
  for (const section of text.split(heading)) {
    const [before = '', ...items] = section.split(listItem).map(joined);
    const passage = before || items.filter(Boolean).join(' ');
    if (passage) return passage;
  }
  return '';
}
