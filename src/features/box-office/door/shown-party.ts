import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { DoorParty, StoredDoorParty } from './contract.ts';

/** A party for display: with its name once that is fetched. */
export type ShownParty = StoredDoorParty & Partial<Omit<DoorParty, keyof StoredDoorParty>>;

/** The part of a party that a device may store. */
export const toStoredParty = (party: ShownParty): StoredDoorParty => {
  const { id, ref, initial, seats, owes, due, price, refunded, disputed, tickets } = party;
  return { id, ref, initial, seats, owes, due, price, refunded, disputed, tickets };
};

/** By name, or by the part of it that a device may store. */
export const formatPartyName = ({ name, initial }: ShownParty): string => name ?? `${initial}…`;

/** Formats the number of people inside. */
export function countArrived(parties: readonly Pick<StoredDoorParty, 'tickets'>[]): { arrived: number; sold: number } {
  const tickets = parties.flatMap((party) => party.tickets);
  return { arrived: tickets.filter(({ arrived }) => arrived).length, sold: tickets.length };
}

/** Formats a party's seats: "A4, A5"; for a party with too few seats, also the number of people without one. */
export function formatDoorSeats(
  { seats, tickets }: { readonly seats: readonly string[]; readonly tickets: readonly unknown[] },
  /** True if this performance assigns seats. */
  seated: boolean,
): string {
  const missing = tickets.length - seats.length;
  if (!seated || missing <= 0) return formatSeats(seats);
  if (seats.length === 0) return missing === 1 ? 'No seat yet' : 'No seats yet';
  return `${formatSeats(seats)}, ${missing} without a seat`;
}

const splitFolded = (text: string): string[] => fold(text).split(' ');

/** Returns true if a word can be part of a name: references and seats have digits. */
const isNameWord = (word: string): boolean => word !== '' && !/\d/.test(word);

/**
 * Returns true if every word of the search begins a word of the party's name, reference, seats, needs or note. If a
 * device has only an initial, a word that begins with it matches the name.
 */
export function isPartyMatch({ name, initial, ref, seats, note, needs = [] }: ShownParty, sought: string): boolean {
  const known = splitFolded([name ?? '', ref, ...seats, ...needs, note ?? ''].join(' '));
  const unknown = splitFolded(sought).filter((word) => !known.some((one) => one.startsWith(word)));
  if (name !== undefined || unknown.length === 0) return unknown.length === 0;
  const letter = fold(initial);
  return unknown.every(isNameWord) && letter !== '' && unknown.some((word) => word.startsWith(letter));
}

/** Returns the initials used to search on a device without names: "F", or "D or F" for two words. */
export const listSearchedInitials = (sought: string): string =>
  [
    ...new Set(
      splitFolded(sought)
        .filter(isNameWord)
        .map((word) => word.slice(0, 1).toLocaleUpperCase('en-GB')),
    ),
  ].join(' or ');
