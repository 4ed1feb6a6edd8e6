import { toPhoneKey } from '#platform/shared/text/phone-number.ts';

interface Person {
  phone?: string;
  paid_until: string;
}

const phoneKey = ({ phone = '' }: Person) => toPhoneKey(phone);

const isSamePhone = (a: Person, b: Person) => phoneKey(a) === phoneKey(b);
const hasOtherPhone = (a: Person, b: Person) => phoneKey(a) !== '' && phoneKey(b) !== '' && !isSamePhone(a, b);

/** Reasons to take two entries for the same person, the strongest first. */
const reasons: readonly ((a: Person, b: Person) => boolean)[] = [
  (a, b) => isSamePhone(a, b) && a.paid_until === b.paid_until,
  (a, b) => isSamePhone(a, b) && phoneKey(a) !== '',
  (a, b) => a.paid_until === b.paid_until && !hasOtherPhone(a, b),
  (a, b) => !hasOtherPhone(a, b),
];

/**
 * Matches people of a new list to known people. All of them have the same name and plan, and the same address or none.
 * Returns the match of each, undefined for a new person. Nobody is matched twice, and the same list again matches each
 * person to an equal one. A single person is matched to anybody known, because a phone number may have changed.
 */
export function matchNamesakes<Known extends Person>(
  listed: readonly Person[],
  known: readonly Known[],
): (Known | undefined)[] {
  const matches: (Known | undefined)[] = listed.map(() => undefined);
  const free = new Set(known);
  for (const isSame of reasons) {
    for (const [index, person] of listed.entries()) {
      const match = matches[index] ?? [...free].findLast((one) => isSame(person, one));
      matches[index] = match;
      if (match) free.delete(match);
    }
  }
  return listed.length === 1 ? [matches[0] ?? known.at(-1)] : matches;
}
