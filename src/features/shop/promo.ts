import type { CalendarDate } from '#platform/shared/dates.ts';

/** A code as it is compared: people type it in any case, and with blanks. */
export const codeKey = (code: string): string => code.replace(/\s+/g, '').toUpperCase();

interface Code {
  first_day: CalendarDate | null;
  last_day: CalendarDate | null;
  most: number | null;
  off: 0 | 1;
}

/** Why a promo code takes nothing off today, in words; "" where it does. `used` is how many orders it was used for. */
export function whyNot(
  { first_day, last_day, most, off }: Code,
  { today, used }: { today: CalendarDate; used: number },
) {
  if (off === 1 || (last_day !== null && last_day < today)) return 'This code isn’t good any more';
  if (first_day !== null && first_day > today) return 'This code isn’t good yet';
  if (most !== null && used >= most) return 'This code has been used as often as it may be';
  return '';
}
