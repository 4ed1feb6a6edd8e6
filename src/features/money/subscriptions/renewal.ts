import type { MembershipPlan } from '#features/money/membership/contract.ts';
import { firstAmount } from '#features/money/membership/period.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';

/** The data on which a renewal's next step depends. Days are calendar days in the society's time zone. */
export interface RenewalState {
  status: 'pending' | 'active' | 'lapsed';
  cancelled_at: string | null;
  renews_on: CalendarDate;
  reminded_on: CalendarDate | null;
  reminded_again_on: CalendarDate | null;
  tries: number;
  tried_on: CalendarDate | null;
}

/** The state of a renewal before its first step. */
export const initialRenewalState = {
  reminded_on: null,
  reminded_again_on: null,
  amount_told: null,
  tries: 0,
  tried_on: null,
} as const;

/** Days before it renews on which its owner is reminded. */
export const firstReminderDays = 30;
const secondReminder = 7;

/** Days that its owner has after a reminder, before the next one or the charge. */
const notice = 7;

/** Days between one try and the next, and from the last to the end: 14 in all. */
const pauses = [5, 7, 2];

/** Days after which nobody is reminded of a missed renewal any more, nor charged for it. */
const tooLateToRemind = 60;
const tooLateToCharge = 90;

/**
 * The steps of a renewal: `pay` charges the card, or requests the payment if there is none; `renew` costs nothing;
 * `lapse` ends an unpaid subscription, and `end` a cancelled one.
 */
export type RenewalStep = 'remind' | 'remind again' | 'pay' | 'renew' | 'lapse' | 'end';

/**
 * Returns the step that is due on a day, if any. Each step waits a minimum number of days after the previous one, even
 * after downtime. At most one step is due per day.
 */
export function getDueStep(renewing: RenewalState, price: number, today: CalendarDate): RenewalStep | undefined {
  const { status, cancelled_at, renews_on, tries, reminded_on } = renewing;
  if (status !== 'active') return undefined;
  const isOver = today >= renews_on;
  if (cancelled_at !== null) return isOver ? 'end' : undefined;
  if (price === 0) return isOver ? 'renew' : undefined;
  if (today >= addDays(renews_on, tooLateToCharge)) return 'lapse';
  if (tries > 0) return stepAfterTry(renewing, today);
  if (reminded_on === null) {
    if (today >= addDays(renews_on, tooLateToRemind)) return 'lapse';
    return today >= addDays(renews_on, -firstReminderDays) ? 'remind' : undefined;
  }
  if (today < addDays(reminded_on, notice)) return undefined;
  if (isOver) return 'pay';
  const isSecondDue = renewing.reminded_again_on === null && today >= addDays(renews_on, -secondReminder);
  return isSecondDue ? 'remind again' : undefined;
}

/** Returns true if a manual reminder is so recent that the automatic one should wait. */
export const isJustReminded = (byHandOn: CalendarDate, today: CalendarDate): boolean =>
  today < addDays(byHandOn, notice);

function stepAfterTry({ tries, tried_on, renews_on }: RenewalState, today: CalendarDate): RenewalStep | undefined {
  const pause = pauses[tries - 1];
  if (pause === undefined) return 'lapse';
  if (today < addDays(tried_on ?? renews_on, pause)) return undefined;
  return tries < pauses.length ? 'pay' : 'lapse';
}

/** Returns the day of the next try; undefined after the last one, and before the first. */
export function getNextRetryDate({
  tries,
  tried_on,
}: Pick<RenewalState, 'tries' | 'tried_on'>): CalendarDate | undefined {
  const pause = pauses[tries - 1];
  return tried_on === null || pause === undefined || tries >= pauses.length ? undefined : addDays(tried_on, pause);
}

/** Returns the last day on which a declined or requested payment can be made; undefined before either. */
export function getLastGraceDay({
  tries,
  tried_on,
}: Pick<RenewalState, 'tries' | 'tried_on'>): CalendarDate | undefined {
  if (tried_on === null) return undefined;
  const left = pauses.slice(tries - 1).reduce((sum, days) => sum + days, 0);
  return addDays(tried_on, left - 1);
}

type Priced = Pick<MembershipPlan, 'amount' | 'first_part' | 'renewal_month'>;

/**
 * Returns the price of a plan's next year for a holder, in pence: all of it, or the remaining months if the plan's
 * renewal month has changed.
 */
export const yearAmount = (plan: Priced, { renews_on }: Pick<RenewalState, 'renews_on'>): number =>
  firstAmount(plan, renews_on);

/** Returns the amount of the renewal, in pence: the plan's present price, and never more than its owner was told. */
export const amountDue = (
  plan: Priced,
  held: Pick<RenewalState, 'renews_on'> & { amount_told: number | null },
): number => Math.min(yearAmount(plan, held), held.amount_told ?? Number.POSITIVE_INFINITY);

/** Returns the day on which a card is charged after a reminder on a day. */
export const getChargeDate = (
  { renews_on }: Pick<RenewalState, 'renews_on'>,
  remindedOn: CalendarDate,
): CalendarDate => {
  const soonest = addDays(remindedOn, notice);
  return soonest > renews_on ? soonest : renews_on;
};

/** Returns the last day on which a lapsed subscription can still be paid. */
export const getReinstatementDeadline = ({ renews_on }: Pick<RenewalState, 'renews_on'>): CalendarDate =>
  addDays(renews_on, tooLateToCharge - 1);

/**
 * Returns true if its owner can pay its next year now: from the due date until some time after it has lapsed; if no
 * card would be charged, from the first reminder on.
 */
export function canBePaid(renewing: RenewalState & { card_id: string | null }, today: CalendarDate): boolean {
  const { status, cancelled_at, renews_on, card_id } = renewing;
  if (status === 'pending' || cancelled_at !== null || today > getReinstatementDeadline(renewing)) return false;
  return today >= (card_id === null ? addDays(renews_on, -firstReminderDays) : renews_on);
}

/** Returns true if a subscription isn't over on a day. Unless it is cancelled, it may be paid late. */
export const isLiveSubscription = (
  { status, renews_on, cancelled_at }: Pick<RenewalState, 'status' | 'renews_on' | 'cancelled_at'>,
  today: CalendarDate,
): boolean => status !== 'lapsed' && (cancelled_at === null || renews_on > today);

/**
 * Returns the subscription to a plan that a member's payment on a day renews: the one whose paid time ends first, one's
 * own before others'. Not one that is paid a year ahead already (`renewsOn` is the renewal day of one that starts that
 * day), nor one that lapsed too long ago, or was replaced since.
 */
export function findSubscriptionToRenew<Held extends RenewalState & { sub_for: 'SELF' | 'OTHER' }>(
  all: readonly Held[],
  { day, renewsOn }: { day: CalendarDate; renewsOn: CalendarDate },
): Held | undefined {
  const isOwnLive = all.some((held) => held.sub_for === 'SELF' && isLiveSubscription(held, day));
  const canBe = (held: Held) => {
    if (held.status === 'pending' || held.renews_on > renewsOn) return false;
    if (isLiveSubscription(held, day)) return true;
    const isReplaced = held.sub_for === 'SELF' && isOwnLive;
    return held.cancelled_at === null && !isReplaced && day <= getReinstatementDeadline(held);
  };
  const order = ({ renews_on, sub_for }: Held) => `${renews_on} ${sub_for === 'SELF' ? 0 : 1}`;
  return all.filter(canBe).sort((a, b) => (order(a) < order(b) ? -1 : 1))[0];
}

/**
 * The status of a subscription: `active` is paid; `due` is past its paid time, with its renewal pending; in `grace` the
 * renewal was declined or requested, and can still be paid; `cancelled` lasts as long as it is paid.
 */
export type SubscriptionStatus = 'pending' | 'active' | 'due' | 'grace' | 'lapsed' | 'cancelled';

/** Returns the status of a subscription on a day. */
export function statusOn(renewing: RenewalState, today: CalendarDate): SubscriptionStatus {
  const { status, cancelled_at, renews_on, tries } = renewing;
  if (status === 'pending') return 'pending';
  if (cancelled_at !== null) return 'cancelled';
  if (status === 'lapsed') return 'lapsed';
  if (today < renews_on) return 'active';
  return tries > 0 ? 'grace' : 'due';
}
