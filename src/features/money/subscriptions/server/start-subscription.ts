import { listPlans } from '#features/money/membership/server/index.ts';
import { createChargeIntent, findIntent, type Square, type StoredCard } from '#features/money/payments/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { StartSubscription } from '../contract.ts';
import { initialRenewalState, isLiveSubscription } from '../renewal.ts';
import { formatFirstYearSubject } from './charge-subjects.ts';
import { isBeingPaid } from './pay-subscription.ts';
import { createSubscription, listSubscriptions } from './store.ts';

export interface StartRequest {
  userId: Id;
  body: StartSubscription;
  today: CalendarDate;
  now: Instant;
}

/**
 * Derives the ids from the card's token, the plan and the person, so that a form that is sent twice starts one
 * subscription.
 */
export const deriveSubscriptionIds = ({
  userId,
  body,
}: Pick<StartRequest, 'userId' | 'body'>): { id: Id; intent: Id } => {
  const whom = body.sub_for === 'OTHER' ? body.name : '';
  const id = deterministicId(`subscription ${userId} ${body.card_nonce} ${body.subs_level} ${whom}`);
  return { id, intent: deterministicId(`charge ${id}`) };
};

/**
 * The reason why a subscription can't be started: `cancelled` for one that is still paid, and can be renewed after all;
 * `open` while the renewal of a lapsed one is uncertain.
 */
export type IneligibleReason = 'closed' | 'free' | 'held' | 'cancelled' | 'open' | { due: number };

/** Finds the plan at today's price, or why it can't be started. */
export async function findStartablePlan(db: DbReader, { userId, body, today }: Omit<StartRequest, 'now'>) {
  const plan = (await listPlans(db, today)).find(({ id }) => id === body.subs_level);
  if (!plan?.enabled) return { hindrance: 'closed' } as const;
  if (plan.first_amount === 0) return { hindrance: 'free' } as const;
  if (body.sub_for === 'SELF') {
    const own = (await listSubscriptions(db, userId)).filter(
      (one) => one.sub_for === 'SELF' && one.plan_id === plan.id,
    );
    const live = own.filter((one) => isLiveSubscription(one, today));
    if (live.some(({ cancelled_at }) => cancelled_at === null)) return { hindrance: 'held' } as const;
    if (live.length > 0) return { hindrance: 'cancelled' } as const;
    for (const one of own) if (await isBeingPaid(db, one)) return { hindrance: 'open' } as const;
  }
  const due = plan.first_amount;
  return body.amount_due === undefined || body.amount_due === due ? { plan } : { hindrance: { due } };
}

/**
 * Records a subscription and its charge, before the call to Square. Records of an earlier request with the same token
 * are unchanged.
 */
export async function createPendingSubscription(
  tx: DbTransaction,
  { userId, body, today, now }: StartRequest,
  { card, square }: { card: StoredCard; square: Pick<Square, 'environment' | 'locationId'> },
): Promise<IneligibleReason | undefined> {
  const { id, intent } = deriveSubscriptionIds({ userId, body });
  if (await findIntent(tx, intent)) return undefined;
  const { plan, hindrance } = await findStartablePlan(tx, { userId, body, today });
  if (!plan) return hindrance;
  const { sub_for, name, phone_number, e_con_name, e_con_phone } = { ...noOther, ...body };
  await createSubscription(tx, {
    ...{ id, user_id: userId, plan_id: plan.id, sub_for, name, phone_number, e_con_name, e_con_phone },
    ...{ amount: plan.amount, status: 'pending', started_on: today, renews_on: plan.renews_on },
    ...{ cancelled_at: null, card_id: card.id, created_at: now, ...initialRenewalState },
  });
  await createChargeIntent(
    tx,
    {
      about: { about: 'subscription', plan_id: plan.id, label: plan.name },
      subject: formatFirstYearSubject(id),
      attempt: 'first',
      userId,
      pence: plan.first_amount,
      source: { card: card.provider_id, customer: card.customer },
      note: plan.name,
    },
    { id: intent, environment: square.environment, locationId: square.locationId, at: now },
  );
  return undefined;
}

const noOther = { name: '', phone_number: '', e_con_name: '', e_con_phone: '' };
