import { listPlans } from '#features/money/membership/server/index.ts';
import { listCards } from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { addDays, type CalendarDate, formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { firstReminderDays, getReinstatementDeadline, type SubscriptionStatus } from '../renewal.ts';
import { isCardExpired } from './renewals/renewal-steps.ts';
import { listSubscriptionsWithStatus } from './store/statuses.ts';

/** The fields of a subscription that decide whether its owner has to act. */
export interface MembershipFacts {
  plan: string;
  /** The person that the subscription is for; "" for its owner. */
  name: string;
  status: SubscriptionStatus;
  renews_on: CalendarDate;
  /** The last day on which a subscription in grace can be paid. */
  grace_until: CalendarDate | undefined;
  /**
   * The card with which the subscription renews; undefined if there is none. `expired`: the card will have expired by
   * the renewal. `expired_now`: it has already expired.
   */
  card: { expired: boolean; expired_now: boolean } | undefined;
}

/** Members are told this many days before a renewal that their card will expire before it. */
const expiryNoticeDays = 60;

/**
 * Formats the dashboard's reminder about a membership that is about to lapse or has lapsed; undefined if not needed.
 */
export function formatMembershipPrompt(
  { plan, name, status, renews_on, grace_until, card }: MembershipFacts,
  today: CalendarDate,
): string | undefined {
  const subject = name === '' ? `Your membership (${plan})` : `The membership of ${name} (${plan})`;
  const paidUntil = formatDateOfInstant(addDays(renews_on, -1));
  if (status === 'lapsed') {
    return today <= getReinstatementDeadline({ renews_on })
      ? `${subject} has lapsed: it was paid until ${paidUntil}.`
      : undefined;
  }
  if (status === 'grace') {
    const deadline = grace_until ? ` Pay by ${formatDateOfInstant(grace_until)}, or it lapses.` : '';
    return `${subject} was paid until ${paidUntil}.${deadline}`;
  }
  if (status !== 'active' && status !== 'due') return undefined;
  if (!card) {
    if (status === 'due') return `${subject} was paid until ${paidUntil}, and is due now.`;
    return today >= addDays(renews_on, -firstReminderDays)
      ? `${subject} is paid until ${paidUntil}, and there is no card to renew it with.`
      : undefined;
  }
  if (!card.expired || (!card.expired_now && today < addDays(renews_on, -expiryNoticeDays))) return undefined;
  return `${subject} renews on ${formatDateOfInstant(renews_on)}, but its card ${card.expired_now ? 'has expired' : 'will have expired by then'}.`;
}

/** Lists the dashboard's reminders about a member's memberships that are about to lapse or have lapsed. */
export async function listMembershipPrompts(
  db: DbReader,
  { userId, today, paymentProvider }: { userId: Id; today: CalendarDate } & Pick<Services, 'paymentProvider'>,
): Promise<string[]> {
  const all = await listSubscriptionsWithStatus(db, today, userId);
  if (all.length === 0) return [];
  const plans = new Map((await listPlans(db, today)).map((plan) => [plan.id, plan]));
  const cards = paymentProvider ? await listCards(db, userId, paymentProvider.environment) : [];
  const isMember = all.some(({ sub_for, status }) => sub_for === 'SELF' && status !== 'lapsed');
  return all.flatMap(({ plan_id, sub_for, name, status, renews_on, grace_until, card_id }) => {
    const plan = plans.get(plan_id);
    // A membership that another plan has replaced needs no reminder
    const isReplaced = status === 'lapsed' && sub_for === 'SELF' && isMember;
    if (!plan || plan.amount === 0 || isReplaced) return [];
    const stored = cards.find(({ id }) => id === card_id);
    const card = stored && { expired: isCardExpired(stored, renews_on), expired_now: isCardExpired(stored, today) };
    const facts = { plan: plan.name, name, status, renews_on, grace_until, card };
    return formatMembershipPrompt(facts, today) ?? [];
  });
}
