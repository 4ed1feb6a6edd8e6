import { formatSeats } from '#features/box-office/performances/seats.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { DoorParty, StoredDoorParty } from './contract.ts';

/** A party for display. Its name and details are missing until they are fetched. */
export type DisplayedParty = StoredDoorParty & Partial<Omit<DoorParty, keyof StoredDoorParty>>;

/** Picks the part of a party that a device may store. */
export const toStoredDoorParty = (party: DisplayedParty): StoredDoorParty => {
  const { id, ref, initial, seats, owes, due, price, refunded, disputed, tickets } = party;
  return { id, ref, initial, seats, owes, due, price, refunded, disputed, tickets };
};

/** Formats a party's name, or its initial if the name isn't known. */
export const formatPartyName = ({ name, initial }: DisplayedParty): string => name ?? `${initial}…`;

/** Counts the tickets of parties, and those whose holders are inside. */
export function countTicketsAndArrivals(parties: readonly Pick<StoredDoorParty, 'tickets'>[]): {
  arrived: number;
  sold: number;
} {
  const tickets = parties.flatMap((party) => party.tickets);
  return { arrived: tickets.filter(({ arrived }) => arrived).length, sold: tickets.length };
}

/** Formats a party's seats: "A4, A5", with the number of people without a seat if there are any. */
export function formatPartySeats(
  { seats, tickets }: { readonly seats: readonly string[]; readonly tickets: readonly unknown[] },
  /** True if the performance assigns seats. */
  seated: boolean,
): string {
  const missing = tickets.length - seats.length;
  if (!seated || missing <= 0) return formatSeats(seats);
  if (seats.length === 0) return missing === 1 ? 'No seat yet' : 'No seats yet';
  return `${formatSeats(seats)}, ${missing} without a seat`;
}

const splitFolded = (text: string): string[] => foldText(text).split(' ');

/** Returns true if a word can be part of a name, which has no digits. */
const isNameWord = (word: string): boolean => word !== '' && !/\d/.test(word);

/**
 * Returns true if every word of the search is the start of a word in the party's name, reference, seats, needs or note.
 * If the name isn't known, the remaining words match if they may be names and one of them starts with the initial.
 */
export function isPartyMatch({ name, initial, ref, seats, note, needs = [] }: DisplayedParty, query: string): boolean {
  const known = splitFolded([name ?? '', ref, ...seats, ...needs, note ?? ''].join(' '));
  const unmatched = splitFolded(query).filter((word) => !known.some((one) => one.startsWith(word)));
  if (name !== undefined || unmatched.length === 0) return unmatched.length === 0;
  const letter = foldText(initial);
  return unmatched.every(isNameWord) && letter !== '' && unmatched.some((word) => word.startsWith(letter));
}

/** Formats the initials of a search by name, for a device that has no names: "F", or "D or F" for two words. */
export const formatSearchInitials = (query: string): string =>
  [
    ...new Set(
      splitFolded(query)
        .filter(isNameWord)
        .map((word) => word.slice(0, 1).toLocaleUpperCase('en-GB')),
    ),
  ].join(' or ');

interface MoneyWarning {
  outcome: 'refunded' | 'disputed';
  /** A short statement, such as "Money refunded" or "£12.50 of £25.00 refunded". */
  title: string;
  detail: string;
}

/** Finds the warning about a party whose tickets are valid although their money was or may be refunded. */
export function findMoneyWarning({
  price,
  refunded,
  disputed,
}: Pick<StoredDoorParty, 'price' | 'refunded' | 'disputed'>): MoneyWarning | undefined {
  if (refunded > 0) {
    const isAll = refunded >= price;
    return {
      outcome: 'refunded',
      title: isAll ? 'Money refunded' : `${formatMoney(refunded)} of ${formatMoney(price)} refunded`,
      detail: `${isAll ? `All ${formatMoney(refunded)}` : `${formatMoney(refunded)} of ${formatMoney(price)}`} for this booking was refunded. Its tickets are still valid.`,
    };
  }
  if (disputed > 0) {
    return {
      outcome: 'disputed',
      title: 'Payment disputed',
      detail: `The cardholder is disputing ${formatMoney(disputed)} of this booking at their bank. Its tickets are still valid.`,
    };
  }
  return undefined;
}
