import type { CalendarDate } from '#platform/shared/dates.ts';

/** A code in the form that is compared: people type it in any case, and with blanks. */
export const codeKey = (code: string): string => code.replace(/\s+/g, '').toUpperCase();

interface Code {
  first_day: CalendarDate | null;
  last_day: CalendarDate | null;
  most: number | null;
  off: 0 | 1;
}

/** Why a promo code isn't valid today, in words; "" where it is. `used` is how many orders used it. */
export function whyNot(
  { first_day, last_day, most, off }: Code,
  { today, used }: { today: CalendarDate; used: number },
) {
  if (off === 1 || (last_day !== null && last_day < today)) return 'This code is no longer valid';
  if (first_day !== null && first_day > today) return 'This code isn’t valid yet';
  if (most !== null && used >= most) return 'This code has been used as often as it may be';
  return '';
}
