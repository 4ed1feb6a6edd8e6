import type { CalendarDate } from '#platform/shared/dates/dates.ts';

/** Normalises a code for comparison, because people type it in any case and with spaces. */
export const normalisePromoCode = (code: string): string => code.replace(/\s+/g, '').toUpperCase();

interface PromoCodeRules {
  first_day: CalendarDate | null;
  last_day: CalendarDate | null;
  /** The maximum number of orders, and of tickets; null for any number. */
  most: number | null;
  most_tickets: number | null;
  off: 0 | 1;
}

/**
 * Returns the reason why a promo code can't be used today for `tickets` more tickets; "" if it can. `used` has the
 * code's earlier uses. Tickets that are free anyway don't count.
 */
export function validatePromoCode(
  { first_day, last_day, most, most_tickets, off }: PromoCodeRules,
  { today, used, tickets }: { today: CalendarDate; used: { orders: number; tickets: number }; tickets: number },
) {
  if (off === 1 || (last_day !== null && last_day < today)) return 'This code is no longer valid';
  if (first_day !== null && first_day > today) return 'This code isn’t valid yet';
  const left = most_tickets === null ? Number.POSITIVE_INFINITY : most_tickets - used.tickets;
  if ((most !== null && used.orders >= most) || left <= 0) return 'This code has reached its limit';
  if (tickets > left) {
    return `This code is good for ${left === 1 ? 'one more ticket' : `${left} more tickets`}, and your basket has ${tickets}`;
  }
  return '';
}
