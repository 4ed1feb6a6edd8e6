import { listPlans } from '#features/money/membership/server/index.ts';
import { findIntent } from '#features/money/payments/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { StartSubscription } from '../../contract.ts';
import { initialRenewalState, isLiveSubscription } from '../../renewal.ts';
import { createSubscription, emptyOtherPerson, listSubscriptions } from '../store/store.ts';
import { type CardPayment, createSubscriptionCharge, formatFirstYearChargeKey, isRenewalBeingPaid } from './charges.ts';

export interface StartRequest {
  userId: Id;
  body: StartSubscription;
  today: CalendarDate;
  now: Instant;
}

/**
 * Derives the ids of the subscription and its first charge from the card's token, the plan and the person, so that a
 * form sent twice starts one subscription.
 */
export const deriveSubscriptionIds = ({
  userId,
  body,
}: Pick<StartRequest, 'userId' | 'body'>): { id: Id; intent: Id } => {
  const name = body.sub_for === 'OTHER' ? body.name : '';
  const id = deterministicId(`subscription ${userId} ${body.card_nonce} ${body.subs_level} ${name}`);
  return { id, intent: deterministicId(`charge ${id}`) };
};

/**
 * The reason why a subscription can't be started: `held` if the member already has it, `cancelled` if the member has it
 * but has cancelled its renewal, `open` while it isn't known whether the card was charged for it, or the amount due
 * if it has changed.
 */
export type IneligibleReason = 'closed' | 'free' | 'held' | 'cancelled' | 'open' | { due: number };

/** Finds the plan with today's price, or the reason why a subscription to it can't be started. */
export async function findStartablePlan(db: DbReader, { userId, body, today }: Omit<StartRequest, 'now'>) {
  const plan = (await listPlans(db, today)).find(({ id }) => id === body.subs_level);
  if (!plan?.enabled) return { reason: 'closed' } as const;
  if (plan.first_amount === 0) return { reason: 'free' } as const;
  if (body.sub_for === 'SELF') {
    const own = (await listSubscriptions(db, userId)).filter(
      (held) => held.sub_for === 'SELF' && held.plan_id === plan.id,
    );
    const live = own.filter((held) => isLiveSubscription(held, today));
    if (live.some(({ status }) => status === 'pending')) return { reason: 'open' } as const;
    if (live.some(({ cancelled_at }) => cancelled_at === null)) return { reason: 'held' } as const;
    if (live.length > 0) return { reason: 'cancelled' } as const;
    for (const held of own) if (await isRenewalBeingPaid(db, held)) return { reason: 'open' } as const;
  }
  const due = plan.first_amount;
  return body.amount_due === undefined || body.amount_due === due ? { plan } : { reason: { due } };
}

/**
 * Records a subscription and its first charge, before Square is called. Does nothing if both have already been recorded
 * for this card token. Returns the reason if the subscription can't be started.
 */
export async function createPendingSubscription(
  tx: DbTransaction,
  { userId, body, today, now }: StartRequest,
  payment: CardPayment,
): Promise<IneligibleReason | undefined> {
  const { id, intent } = deriveSubscriptionIds({ userId, body });
  if (await findIntent(tx, intent)) return undefined;
  const { plan, reason } = await findStartablePlan(tx, { userId, body, today });
  if (!plan) return reason;
  const { sub_for, name, phone_number, e_con_name, e_con_phone } = { ...emptyOtherPerson, ...body };
  await createSubscription(tx, {
    ...{ id, user_id: userId, plan_id: plan.id, sub_for, name, phone_number, e_con_name, e_con_phone },
    ...{ amount: plan.amount, status: 'pending', started_on: today, renews_on: plan.renews_on },
    ...{ cancelled_at: null, card_id: payment.card.id, created_at: now, ...initialRenewalState },
  });
  const charge = {
    ...{ id: intent, plan, userId, pence: plan.first_amount, at: now },
    ...{ subject: formatFirstYearChargeKey(id), attempt: 'first' },
  };
  await createSubscriptionCharge(tx, charge, payment);
  return undefined;
}
