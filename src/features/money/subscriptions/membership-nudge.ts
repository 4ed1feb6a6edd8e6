import { addDays, type CalendarDate, formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { firstReminderDays, getReinstatementDeadline, type SubscriptionStatus } from './renewal.ts';

/** The fields of a subscription that may require its owner to act. */
export interface MembershipFacts {
  plan: string;
  /** The person it is for; "" for its owner. */
  name: string;
  status: SubscriptionStatus;
  renews_on: CalendarDate;
  /** The last day on which an overdue amount can be paid; undefined if there is none. */
  grace_until: CalendarDate | undefined;
  /** The card that it renews with: `expired` is true if it will have expired by then. Undefined if there is none. */
  card: { expired: boolean; expired_now: boolean } | undefined;
}

/** Days before a renewal from which an expiring card is announced. */
const cardToldBefore = 60;

/** Returns the dashboard's reminder before a membership lapses, or soon after; undefined if none is needed. */
export function membershipNudge(
  { plan, name, status, renews_on, grace_until, card }: MembershipFacts,
  today: CalendarDate,
): string | undefined {
  const whose = name === '' ? `Your membership (${plan})` : `The membership of ${name} (${plan})`;
  const paidUntil = formatDateOfInstant(addDays(renews_on, -1));
  if (status === 'lapsed') {
    return today <= getReinstatementDeadline({ renews_on })
      ? `${whose} lapsed: it was paid until ${paidUntil}.`
      : undefined;
  }
  if (status === 'grace') {
    const until = grace_until ? ` Pay by ${formatDateOfInstant(grace_until)}, or it lapses.` : '';
    return `${whose} was paid until ${paidUntil}.${until}`;
  }
  if (status !== 'active' && status !== 'due') return undefined;
  if (!card) {
    if (status === 'due') return `${whose} was paid until ${paidUntil}, and is due now.`;
    return today >= addDays(renews_on, -firstReminderDays)
      ? `${whose} is paid until ${paidUntil}, and no card renews it.`
      : undefined;
  }
  if (!card.expired || (!card.expired_now && today < addDays(renews_on, -cardToldBefore))) return undefined;
  return `${whose} renews on ${formatDateOfInstant(renews_on)}, but its card ${card.expired_now ? 'has expired' : 'expires before'}.`;
}
