/**
 * The beginning of a Markdown text in plain words, at most `length` characters long, cut between words: for
 * descriptions of a page. What can't be said in plain words (pictures, code, rules) is left out.
 */
export function excerpt(markdown: string, length: number): string {
  const words = markdown
    .slice(0, length * 20)
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, ' ')
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= length) return words;
  const cut = words.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}
