import { escapeMarkup } from './escape.ts';

/** What XML 1.0 has no way to say, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const unsayable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as XML carries it, in an element or in a quoted attribute. What XML can't carry is left out. */
export const xmlText = (text: string): string => escapeMarkup(text.toWellFormed().replace(unsayable, ''));
