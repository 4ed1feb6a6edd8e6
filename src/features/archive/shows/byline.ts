/** Matches an author's text that begins by saying how the play came about: "devised by…", "a Limelight script…". */
const authorshipPhrase =
  /^(an?|adapted|devised|dramati[sz]ed|written|book|music|lyrics|words|script|screenplay|play|story|based|from|after|translated|compiled|created|conceived|arranged|edited|original|various|traditional)\s/i;
/**
 * Matches words after a name that describe other people's work on the text: "Terry Pratchett, adapted by Stephen
 * Briggs".
 */
const workOfOthers = /[\s,;(]+(adapted|based|book|devised|from|lyrics|music|translated)\s/i;

/**
 * Formats the author as a playbill does: "by" and the name, unless the text already begins with "by" or a phrase such
 * as "devised by…"; "" without an author.
 */
export function formatByline(author: string): string {
  const text = author.trim().replace(/^(by\s+)+/i, 'by ');
  if (text === '' || text === 'by') return '';
  if (text.startsWith('by ')) return text;
  if (authorshipPhrase.test(text)) return text.charAt(0).toLowerCase() + text.slice(1);
  return `by ${text}`;
}

/** Extracts the author's name, for uses that need a person; "" if the text only says how the play came about. */
export function extractAuthorName(author: string): string {
  const [, named = ''] = /^by (.+)$/.exec(formatByline(author)) ?? [];
  return named.split(workOfOthers)[0] ?? '';
}
