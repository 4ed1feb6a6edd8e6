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

/**
 * The beginning of a Markdown text in plain words, at most `length` characters long, cut between words: for
 * descriptions of a page and for lists. What can't be said in plain words (pictures, code, rules) is left out.
 */
export function excerpt(markdown: string, length: number): string {
  // Much longer than it can need, and short enough that no text takes long
  const beginning = markdown.slice(0, length * 20);
  const words = marks
    .reduce((text, [mark, left]) => text.replace(mark, left), beginning)
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= length) return words;
  const cut = words.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}
