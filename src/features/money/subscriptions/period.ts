import { type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import type { MembershipPlan } from './plan-contract.ts';

const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'].concat([
  'October',
  'November',
  'December',
]);

/** The months of a year, as plans and the settings store them ("01" to "12"), with their names. */
export const calendarMonths = monthNames.map((name, index) => ({ value: String(index + 1).padStart(2, '0'), name }));

/** Returns "September" for "09". */
export const getMonthName = (value: string): string =>
  calendarMonths.find((month) => month.value === value)?.name ?? value;

const monthNumber = (day: CalendarDate) => getYear(day) * 12 + Number(day.slice(5, 7)) - 1;

/**
 * Returns the renewal day of a subscription that starts or last renewed on `start`: the next 1st of the plan's renewal
 * month after `start`. Days are calendar days in the society's time zone.
 */
export function getRenewalDate(start: CalendarDate, renewalMonth: string): CalendarDate {
  const first = (year: number) => `${String(year).padStart(4, '0')}-${renewalMonth}-01`;
  const year = getYear(start);
  return first(year) > start ? first(year) : first(year + 1);
}

/**
 * Counts the calendar months from `start` until the renewal, 1 to 12. A month that has begun counts as a whole month.
 */
export const countMonthsUntil = (start: CalendarDate, renews: CalendarDate): number =>
  monthNumber(renews) - monthNumber(start);

/**
 * Returns the price of a subscription that starts on `start`, in pence, rounded up. The price is for the whole year or
 * for the remaining months, as the plan's `first_part` says.
 */
export function getFirstAmount(
  { amount, first_part, renewal_month }: Pick<MembershipPlan, 'amount' | 'first_part' | 'renewal_month'>,
  start: CalendarDate,
): number {
  if (first_part === 'full') return amount;
  return Math.ceil((amount * countMonthsUntil(start, getRenewalDate(start, renewal_month))) / 12);
}
