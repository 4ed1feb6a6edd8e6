import { listPlans } from '#features/money/membership/server/index.ts';
import { listCards } from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { membershipNudge } from '../membership-nudge.ts';
import { isExpired } from './renewal-steps.ts';
import { listSubscriptionsWithStatus } from './statuses.ts';

/** Returns the dashboard's reminders about a member's memberships that are about to lapse, or have lapsed. */
export async function membershipNudges(
  db: DbReader,
  { userId, today, square }: { userId: Id; today: CalendarDate } & Pick<Services, 'square'>,
): Promise<string[]> {
  const held = await listSubscriptionsWithStatus(db, today, userId);
  if (held.length === 0) return [];
  const plans = new Map((await listPlans(db, today)).map((plan) => [plan.id, plan]));
  const cards = square ? await listCards(db, userId, square.environment) : [];
  const isMember = held.some(({ sub_for, status }) => sub_for === 'SELF' && status !== 'lapsed');
  return held.flatMap((one) => {
    const plan = plans.get(one.plan_id);
    // A membership replaced by another plan hasn't lapsed
    const isReplaced = one.status === 'lapsed' && one.sub_for === 'SELF' && isMember;
    if (!plan || plan.amount === 0 || isReplaced) return [];
    const card = cards.find(({ id }) => id === one.card_id);
    const nudge = membershipNudge(
      {
        ...{ plan: plan.name, name: one.name, status: one.status, renews_on: one.renews_on },
        grace_until: one.grace_until,
        card: card && { expired: isExpired(card, one.renews_on), expired_now: isExpired(card, today) },
      },
      today,
    );
    return nudge ?? [];
  });
}
