/** Stand for what a text is made of while its marks are taken away: no keyboard types them. */
const heading = '\u0001';
const listItem = '\u0002';

/** Marks of Markdown and what is left of each in plain words, in the order they have to go. */
const marks: readonly [RegExp, string][] = [
  [/```[\s\S]*?(```|$)/g, ' '],
  [/!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])?/g, ' '],
  // Where the links of a text lead, when they are listed at its end
  [/^ {0,3}\[[^\]]+\]:.*$/gm, ' '],
  [/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1'],
  [/<((https?|mailto):[^<>\s]*)>/gi, '$1'],
  [/<\/?[a-z][^<>]*>/gi, ' '],
  // Rules, underlinings of headings, and the line below a table's head
  [/^[\s|:*_=-]+$/gm, ' '],
  [/^\s*((#{1,6}|>|[-*+]|\d+[.)])\s+)+/gm, ''],
  [/\s#+\s*$/gm, ' '],
  [/(?<!\\)\|/g, ' '],
  // Marks within words, but not the underscore of snake_case
  [/(?<!\\)([*`~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}]))/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

/** Where a heading or an item of a list is, before its marks go. */
const blocks: typeof marks = [
  [/```[\s\S]*?(```|$)/g, ' '],
  [/^ {0,3}#{1,6}([ \t].*)?$/gm, heading],
  [/^ {0,3}\S.*\n {0,3}(=+|-+)[ \t]*$/gm, heading],
  [/^[ \t>]*([-*+]|\d{1,9}[.)])[ \t]+(([-*+>#]+|\d{1,9}[.)])[ \t]+)*/gm, listItem],
];

/**
 * The beginning of a Markdown text in plain words, at most `length` characters long: for descriptions of a page and for
 * lists. It is what is said before the next heading or list, and it ends with a sentence where one ends in its second
 * half, else between words. What can't be said in plain words (pictures, code, rules) is left out.
 */
export function excerpt(markdown: string, length: number): string {
  // Much longer than it can need, and short enough that no text takes long
  const beginning = markdown
    .slice(0, length * 20)
    .replaceAll(heading, '')
    .replaceAll(listItem, '');
  const words = firstPassage(plainWords(beginning, blocks)) || oneLine(plainWords(beginning));
  if (words.length <= length) return words;
  const cut = words.slice(0, length - 1);
  const sentence = /^.*[\p{L}\p{N})’”"'][.!?][)’”"']?(?=\s)/su.exec(cut)?.[0] ?? '';
  if (sentence.length >= length / 2) return sentence;
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}

const plainWords = (text: string, also: typeof marks = []) =>
  [...also, ...marks].reduce((left, [mark, instead]) => left.replace(mark, instead), text);

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * What stands before a list, or the list itself where nothing does, under the first heading that anything stands under.
 */
function firstPassage(text: string): string {
  for (const section of text.split(heading)) {
    const [before = '', ...items] = section.split(listItem).map(oneLine);
    const passage = before || items.filter(Boolean).join(' ');
    if (passage) return passage;
  }
  return '';
}
