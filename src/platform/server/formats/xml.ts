const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and XML, in an element or in a quoted attribute. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Characters that XML 1.0 can't express, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const invalidXmlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML, in an element or in a quoted attribute. Characters that XML can't express are left out. */
export const escapeXml = (text: string): string => escapeMarkup(text.toWellFormed().replace(invalidXmlCharacters, ''));
