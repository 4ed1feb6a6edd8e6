import { addDays, type CalendarDate } from '#platform/shared/dates.ts';

/** What a renewal's next step depends on. Days are calendar days where the society lives. */
export interface Renewing {
  status: 'pending' | 'active' | 'lapsed';
  cancelled_at: string | null;
  renews_on: CalendarDate;
  reminded_on: CalendarDate | null;
  reminded_again_on: CalendarDate | null;
  tries: number;
  tried_on: CalendarDate | null;
}

/** How far a renewal has come where nothing has been done about it. */
export const untouched = {
  reminded_on: null,
  reminded_again_on: null,
  amount_told: null,
  tries: 0,
  tried_on: null,
} as const;

/** Days before it renews on which its owner is reminded. */
const firstReminder = 30;
const secondReminder = 7;

/** Days that its owner has after a reminder, before the next one or the charge. */
const notice = 7;

/** Days from each try to the next, and from the last to the end: 14 in all. */
const pauses = [5, 7, 2];

/** Days after which nobody is reminded any more of what should have renewed, nor charged for it. */
const tooLateToRemind = 60;
const tooLateToCharge = 90;

/**
 * What is to be done about a renewal: `pay` charges the card, or asks for the money where there is none; `renew` costs
 * nothing; `lapse` ends what wasn't paid, and `end` what was cancelled.
 */
export type Step = 'remind' | 'remind again' | 'pay' | 'renew' | 'lapse' | 'end';

/**
 * The step that is due on a day, if any. Each waits for days to pass since the one before, so that after weeks in which
 * nothing was done everybody still has the time that the days between give them. Once its step is done, none is due on
 * the same day.
 */
export function stepOn(renewing: Renewing, price: number, today: CalendarDate): Step | undefined {
  const { status, cancelled_at, renews_on, tries, reminded_on } = renewing;
  if (status !== 'active') return undefined;
  const isOver = today >= renews_on;
  if (cancelled_at !== null) return isOver ? 'end' : undefined;
  if (price === 0) return isOver ? 'renew' : undefined;
  if (today >= addDays(renews_on, tooLateToCharge)) return 'lapse';
  if (tries > 0) return stepAfterTry(renewing, today);
  if (reminded_on === null) {
    if (today >= addDays(renews_on, tooLateToRemind)) return 'lapse';
    return today >= addDays(renews_on, -firstReminder) ? 'remind' : undefined;
  }
  if (today < addDays(reminded_on, notice)) return undefined;
  if (isOver) return 'pay';
  const isSecondDue = renewing.reminded_again_on === null && today >= addDays(renews_on, -secondReminder);
  return isSecondDue ? 'remind again' : undefined;
}

function stepAfterTry({ tries, tried_on, renews_on }: Renewing, today: CalendarDate): Step | undefined {
  const pause = pauses[tries - 1];
  if (pause === undefined) return 'lapse';
  if (today < addDays(tried_on ?? renews_on, pause)) return undefined;
  return tries < pauses.length ? 'pay' : 'lapse';
}

/** The day of the next try; undefined after the last one, and before the first. */
export function nextTry({ tries, tried_on }: Pick<Renewing, 'tries' | 'tried_on'>): CalendarDate | undefined {
  const pause = pauses[tries - 1];
  return tried_on === null || pause === undefined || tries >= pauses.length ? undefined : addDays(tried_on, pause);
}

/** The last day on which what was declined, or asked for, can be paid; undefined while neither has happened. */
export function graceUntil({ tries, tried_on }: Pick<Renewing, 'tries' | 'tried_on'>): CalendarDate | undefined {
  if (tried_on === null) return undefined;
  const left = pauses.slice(tries - 1).reduce((sum, days) => sum + days, 0);
  return addDays(tried_on, left - 1);
}

/**
 * How a subscription stands: `active` is paid; of `due` the paid time is over and its renewal under way; of `grace` the
 * renewal was declined, or asked for, and can still be paid; `cancelled` lasts as long as it is paid.
 */
export type Standing = 'pending' | 'active' | 'due' | 'grace' | 'lapsed' | 'cancelled';

/** How a subscription stands on a day. */
export function standingOn(renewing: Renewing, today: CalendarDate): Standing {
  const { status, cancelled_at, renews_on, tries } = renewing;
  if (status === 'pending') return 'pending';
  if (cancelled_at !== null) return 'cancelled';
  if (status === 'lapsed') return 'lapsed';
  if (today < renews_on) return 'active';
  return tries > 0 ? 'grace' : 'due';
}
