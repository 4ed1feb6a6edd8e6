import { addDays, type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import type { MembershipPlan } from './contract.ts';

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

type Priced = Pick<MembershipPlan, 'amount' | 'first_part' | 'renewal_month'>;

/**
 * Returns the price of a subscription that starts on `start`, in pence, rounded up. The price is for the whole year or
 * for the remaining months, as the plan's `first_part` says.
 */
export function getSubscriptionPrice({ amount, first_part, renewal_month }: Priced, start: CalendarDate): number {
  if (first_part === 'full') return amount;
  return Math.ceil((amount * countMonthsUntil(start, getRenewalDate(start, renewal_month))) / 12);
}

/** The columns that decide the next step of a renewal. Days are calendar days in the society's time zone. */
export interface RenewalState {
  status: 'pending' | 'active' | 'lapsed';
  cancelled_at: string | null;
  renews_on: CalendarDate;
  reminded_on: CalendarDate | null;
  reminded_again_on: CalendarDate | null;
  tries: number;
  tried_on: CalendarDate | null;
}

/** The columns of a renewal before its first step. */
export const initialRenewalState = {
  reminded_on: null,
  reminded_again_on: null,
  amount_told: null,
  tries: 0,
  tried_on: null,
} as const;

/** The first reminder is sent this many days before the renewal, the second `secondReminderDays` before. */
export const firstReminderDays = 30;
const secondReminderDays = 7;

/** The minimum number of days between the first reminder and the second reminder or the charge, even after downtime. */
const noticeDays = 7;

/** The days from each try to the next, and from the last try to the lapse; 14 days altogether. */
const chargeRetryDays = [5, 7, 2];

/**
 * Nobody is reminded from `maxDaysToRemind` days after a missed renewal, and nobody is charged from `maxDaysToCharge`
 * days after it.
 */
const maxDaysToRemind = 60;
const maxDaysToCharge = 90;

/**
 * The steps of a renewal. `pay` charges the card; without a card, it asks the owner to pay. `renew` is for a free plan.
 * `lapse` ends an unpaid subscription, and `end` a cancelled one.
 */
export type RenewalStep = 'remind' | 'remind again' | 'pay' | 'renew' | 'lapse' | 'end';

/**
 * Returns the step that is due on a day; undefined if none is. After downtime, the missed steps aren't all run on one
 * day, so that the owner is still reminded at least a week before the first charge.
 */
export function getDueRenewalStep(renewing: RenewalState, price: number, today: CalendarDate): RenewalStep | undefined {
  const { status, cancelled_at, renews_on, tries, reminded_on } = renewing;
  if (status !== 'active') return undefined;
  const isOver = today >= renews_on;
  if (cancelled_at !== null) return isOver ? 'end' : undefined;
  if (price === 0) return isOver ? 'renew' : undefined;
  if (today >= addDays(renews_on, maxDaysToCharge)) return 'lapse';
  if (tries > 0) return stepAfterTry(renewing, today);
  if (reminded_on === null) {
    if (today >= addDays(renews_on, maxDaysToRemind)) return 'lapse';
    return today >= addDays(renews_on, -firstReminderDays) ? 'remind' : undefined;
  }
  if (today < addDays(reminded_on, noticeDays)) return undefined;
  if (isOver) return 'pay';
  const isSecondDue = renewing.reminded_again_on === null && today >= addDays(renews_on, -secondReminderDays);
  return isSecondDue ? 'remind again' : undefined;
}

/**
 * Returns true if somebody sent a reminder by hand less than a week ago, so that the automatic reminder has to wait.
 */
export const wasRecentlyRemindedByHand = (byHandOn: CalendarDate, today: CalendarDate): boolean =>
  today < addDays(byHandOn, noticeDays);

function stepAfterTry({ tries, tried_on, renews_on }: RenewalState, today: CalendarDate): RenewalStep | undefined {
  const days = chargeRetryDays[tries - 1];
  if (days === undefined) return 'lapse';
  if (today < addDays(tried_on ?? renews_on, days)) return undefined;
  return tries < chargeRetryDays.length ? 'pay' : 'lapse';
}

/** Returns the day of the next try; undefined before the first try and after the last try. */
export function getNextRetryDate({
  tries,
  tried_on,
}: Pick<RenewalState, 'tries' | 'tried_on'>): CalendarDate | undefined {
  const days = chargeRetryDays[tries - 1];
  return tried_on === null || days === undefined || tries >= chargeRetryDays.length
    ? undefined
    : addDays(tried_on, days);
}

/** Returns the last day to pay after the first try; undefined before the first try. */
export function getLastGraceDay({
  tries,
  tried_on,
}: Pick<RenewalState, 'tries' | 'tried_on'>): CalendarDate | undefined {
  if (tried_on === null) return undefined;
  const daysLeft = chargeRetryDays.slice(tries - 1).reduce((sum, days) => sum + days, 0);
  return addDays(tried_on, daysLeft - 1);
}

/**
 * Returns the price of a subscription's next year, in pence. If the plan's renewal month has changed, that year can be
 * shorter and cost less.
 */
export const getRenewalPrice = (plan: Priced, { renews_on }: Pick<RenewalState, 'renews_on'>): number =>
  getSubscriptionPrice(plan, renews_on);

/**
 * Returns the amount of a renewal, in pence: the plan's present price, but no more than the amount in the last
 * reminder.
 */
export const getRenewalAmountDue = (
  plan: Priced,
  held: Pick<RenewalState, 'renews_on'> & { amount_told: number | null },
): number => Math.min(getRenewalPrice(plan, held), held.amount_told ?? Number.POSITIVE_INFINITY);

/** Returns the day on which the card will be charged after a first reminder on `remindedOn`. */
export const getChargeDate = (
  { renews_on }: Pick<RenewalState, 'renews_on'>,
  remindedOn: CalendarDate,
): CalendarDate => {
  const soonest = addDays(remindedOn, noticeDays);
  return soonest > renews_on ? soonest : renews_on;
};

/** Returns the last day on which a lapsed subscription can still be paid. */
export const getReinstatementDeadline = ({ renews_on }: Pick<RenewalState, 'renews_on'>): CalendarDate =>
  addDays(renews_on, maxDaysToCharge - 1);

/**
 * Returns true if the owner can pay for the next year now. This is possible until the reinstatement deadline: from the
 * renewal day or, without a stored card, from the day on which the first reminder is due. Pending and cancelled
 * subscriptions can't be paid.
 */
export function isRenewalPayable(renewing: RenewalState & { card_id: string | null }, today: CalendarDate): boolean {
  const { status, cancelled_at, renews_on, card_id } = renewing;
  if (status === 'pending' || cancelled_at !== null || today > getReinstatementDeadline(renewing)) return false;
  return today >= (card_id === null ? addDays(renews_on, -firstReminderDays) : renews_on);
}

/**
 * Returns true if a subscription hasn't ended on a day. A subscription that is due or in grace counts, unless it is
 * cancelled.
 */
export const isLiveSubscription = (
  { status, renews_on, cancelled_at }: Pick<RenewalState, 'status' | 'renews_on' | 'cancelled_at'>,
  today: CalendarDate,
): boolean => status !== 'lapsed' && (cancelled_at === null || renews_on > today);

/**
 * Finds the subscription that a payment on a day renews: the one whose paid time ends first or, among several of these,
 * the payer's own. `renewsOn` is the renewal day of a subscription that starts on `day`; subscriptions that renew later
 * are already paid a year ahead. Pending subscriptions aren't renewed, nor those that have ended and were cancelled,
 * replaced or lapsed too long ago.
 */
export function findSubscriptionToRenew<Held extends RenewalState & { sub_for: 'SELF' | 'OTHER' }>(
  all: readonly Held[],
  { day, renewsOn }: { day: CalendarDate; renewsOn: CalendarDate },
): Held | undefined {
  const hasOwnLive = all.some((held) => held.sub_for === 'SELF' && isLiveSubscription(held, day));
  const isRenewable = (held: Held) => {
    if (held.status === 'pending' || held.renews_on > renewsOn) return false;
    if (isLiveSubscription(held, day)) return true;
    const isReplaced = held.sub_for === 'SELF' && hasOwnLive;
    return held.cancelled_at === null && !isReplaced && day <= getReinstatementDeadline(held);
  };
  const sortKey = ({ renews_on, sub_for }: Held) => `${renews_on} ${sub_for === 'SELF' ? 0 : 1}`;
  return all.filter(isRenewable).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))[0];
}

/**
 * The status of a subscription. `pending`: it isn't known yet whether the card was charged for the first year. `active`:
 * paid. `due`: the paid time is over, and the renewal hasn't been tried yet. `grace`: a charge was declined or a payment
 * requested, and it can still be paid. `lapsed`: it has ended unpaid. `cancelled`: it won't renew, or ended after a
 * cancellation or refund.
 */
export type SubscriptionStatus = 'pending' | 'active' | 'due' | 'grace' | 'lapsed' | 'cancelled';

/** Returns the status of a subscription on a day. */
export function getSubscriptionStatus(renewing: RenewalState, today: CalendarDate): SubscriptionStatus {
  const { status, cancelled_at, renews_on, tries } = renewing;
  if (status === 'pending') return 'pending';
  if (cancelled_at !== null) return 'cancelled';
  if (status === 'lapsed') return 'lapsed';
  if (today < renews_on) return 'active';
  return tries > 0 ? 'grace' : 'due';
}
