import { type CalendarDate, yearOf } from '#platform/shared/dates/dates.ts';
import type { MembershipPlan } from './contract.ts';

const monthNumber = (day: CalendarDate) => yearOf(day) * 12 + Number(day.slice(5, 7)) - 1;

/**
 * Returns the renewal day of a subscription that starts or last renewed on `start`: the next 1st of the plan's renewal
 * month. A start on that very day gives a whole year. Days are calendar days in the society's time zone.
 */
export function getRenewalDate(start: CalendarDate, renewalMonth: string): CalendarDate {
  const first = (year: number) => `${String(year).padStart(4, '0')}-${renewalMonth}-01`;
  const year = yearOf(start);
  return first(year) > start ? first(year) : first(year + 1);
}

/**
 * Returns the number of calendar months from `start` until a subscription renews, counting the first as whole: 1 to 12.
 */
export const monthsUntil = (start: CalendarDate, renews: CalendarDate): number =>
  monthNumber(renews) - monthNumber(start);

/**
 * Returns the price of a subscription that starts on `start`, in pence: of the whole year, or of its remaining months
 * if the plan says so.
 */
export function firstAmount(
  { amount, first_part, renewal_month }: Pick<MembershipPlan, 'amount' | 'first_part' | 'renewal_month'>,
  start: CalendarDate,
): number {
  if (first_part === 'full') return amount;
  return Math.ceil((amount * monthsUntil(start, getRenewalDate(start, renewal_month))) / 12);
}
