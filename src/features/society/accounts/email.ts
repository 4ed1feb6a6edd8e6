/** Normalises an email address for comparison. Nearly all mail servers ignore case. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Matches common addresses only: email to unusual addresses isn't sent automatically. */
export const emailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Parses a comma-separated list of addresses. Skips duplicates and anything that isn't an address. */
export const parseEmailList = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((address) => address.trim())
      .filter((address) => emailPattern.test(address)),
  ),
];
