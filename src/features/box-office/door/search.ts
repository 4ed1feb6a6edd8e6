import { fold } from '#platform/shared/text/text.ts';
import type { ShownParty } from './pending-check-ins.ts';

const wordsOf = (text: string): string[] => fold(text).split(' ');

/** Returns true if a word can be part of a name: references and seats have digits. */
const isNameWord = (word: string): boolean => word !== '' && !/\d/.test(word);

/**
 * Returns true if every word of the search begins a word of the party's name, reference, seats, needs or note. If a
 * device has only an initial, a word that begins with it matches the name.
 */
export function isPartyMatch({ name, initial, ref, seats, note, needs = [] }: ShownParty, sought: string): boolean {
  const known = wordsOf([name ?? '', ref, ...seats, ...needs, note ?? ''].join(' '));
  const unknown = wordsOf(sought).filter((word) => !known.some((one) => one.startsWith(word)));
  if (name !== undefined || unknown.length === 0) return unknown.length === 0;
  const letter = fold(initial);
  return unknown.every(isNameWord) && letter !== '' && unknown.some((word) => word.startsWith(letter));
}

/** Returns the initials used to search on a device without names: "F", or "D or F" for two words. */
export const listSearchedInitials = (sought: string): string =>
  [
    ...new Set(
      wordsOf(sought)
        .filter(isNameWord)
        .map((word) => word.slice(0, 1).toLocaleUpperCase('en-GB')),
    ),
  ].join(' or ');
