import {
  createChargeIntent,
  findIntent,
  listChargesOfSubject,
  type PaymentProvider,
  type StoredCard,
} from '#features/money/payments/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { StartSubscriptionBody } from '../../contract.ts';
import { getRenewalAmountDue, initialRenewalState, isLiveSubscription, isRenewalPayable } from '../../renewal.ts';
import { listPlans } from '../store/plans.ts';
import { createSubscription, emptyOtherPerson, listSubscriptions } from '../store/store.ts';
import type { SubscriptionTable } from '../store/tables.ts';
import { getPlanAtRenewal } from '../store/years.ts';

/** Formats the subject of a subscription's first charge, which is stored with the payment. */
const formatFirstYearChargeSubject = (id: Id) => `${id} first`;

export const isFirstYearChargeSubject = (subject: string): boolean => subject.endsWith(' first');

/**
 * Formats the subject of a later charge: the subscription's id, and the first day of the year that the charge pays for.
 */
export const formatRenewalChargeSubject = ({ id, renews_on }: { id: Id; renews_on: CalendarDate }) =>
  `${id} ${renews_on}`;

/** Returns the id of the subscription that a charge's subject names. */
export const parseSubscriptionId = (subject: string): Id => subject.split(' ')[0] ?? '';

const cardPrefix = 'card ';

/** Returns the value of `attempt` for a charge that the owner makes with a new card. */
const formatCardAttempt = (cardId: Id) => `${cardPrefix}${cardId}`;

/**
 * Returns the id of the new card with which the owner paid, or tried to pay, a year; undefined for a first or automatic
 * charge.
 */
export const parseCardAttempt = (attempt: string): Id | undefined =>
  attempt.startsWith(cardPrefix) ? attempt.slice(cardPrefix.length) : undefined;

/** The card to charge, and the Square account that charges it. */
export interface CardAndProvider {
  card: StoredCard;
  paymentProvider: Pick<PaymentProvider, 'environment' | 'locationId'>;
}

/** Records the intent to charge a card for a subscription, before Square is called. */
export const createSubscriptionChargeIntent = (
  tx: DbTransaction,
  charge: {
    id: Id;
    plan: { id: Id; name: string };
    subject: string;
    attempt: string;
    userId: Id;
    pence: number;
    at: Instant;
  },
  { card, paymentProvider }: CardAndProvider,
) => {
  const { id, plan, at, ...some } = charge;
  return createChargeIntent(
    tx,
    {
      ...some,
      about: { about: 'subscription', plan_id: plan.id, label: plan.name },
      source: { card: card.provider_id, customer: card.customer },
      note: plan.name,
    },
    { id, environment: paymentProvider.environment, locationId: paymentProvider.locationId, at },
  );
};

/** Returns true while Square's response to a charge for the subscription's next year is unknown. */
export const isRenewalBeingPaid = async (db: DbReader, held: SubscriptionTable): Promise<boolean> =>
  (await listChargesOfSubject(db, 'subscription', formatRenewalChargeSubject(held))).some(
    ({ status }) => status === 'open',
  );

interface StartRequest {
  userId: Id;
  body: StartSubscriptionBody;
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
  const id = deriveId(`subscription ${userId} ${body.card_nonce} ${body.subs_level} ${name}`);
  return { id, intent: deriveId(`charge ${id}`) };
};

/**
 * The reason why a subscription can't be started: `closed` if the plan isn't open, `free` if nothing is due, or the
 * amount due if it has changed. For the member's own subscription also `held` if the member already has it, `cancelled`
 * if the member has it but has cancelled its renewal, and `open` while it isn't known whether the card was charged for
 * it.
 */
export type NotStartableReason = 'closed' | 'free' | 'held' | 'cancelled' | 'open' | { due: number };

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
  payment: CardAndProvider,
): Promise<NotStartableReason | undefined> {
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
    ...{ subject: formatFirstYearChargeSubject(id), attempt: 'first' },
  };
  await createSubscriptionChargeIntent(tx, charge, payment);
  return undefined;
}

/** A member's request to pay the next year of a subscription. */
interface PayRequest {
  id: Id;
  userId: Id;
  nonce: string;
  /** The amount that the page showed, in pence; undefined if the client didn't send it. */
  amountDue: number | undefined;
  today: CalendarDate;
  now: Instant;
}

/**
 * Returns the id of the charge for a subscription's next year, derived from the card token. If the same token is sent
 * twice, the charge is the same.
 */
export const deriveRenewalChargeId = ({ id, userId, nonce }: Pick<PayRequest, 'id' | 'userId' | 'nonce'>): Id =>
  deriveId(`charge ${id} ${userId} ${nonce}`);

/**
 * The reason why a subscription's next year can't be paid: `none` if the member has no such subscription, `not due` if
 * nothing can be paid now, `open` while the result of another charge is unknown, or the amount due if it has changed.
 */
export type NotPayableReason = 'none' | 'not due' | 'open' | { due: number };

/**
 * Returns the pence that are due now for a subscription's next year; 0 if it can't be paid now. `all` is its owner's
 * subscriptions.
 */
export async function getRenewalAmountDueNow(
  db: DbReader,
  held: SubscriptionTable,
  { all, today }: { all: readonly SubscriptionTable[]; today: CalendarDate },
): Promise<number> {
  if (!isRenewalPayable(held, today)) return 0;
  const replaces = ({ id, status, sub_for, plan_id }: SubscriptionTable) =>
    id !== held.id && status !== 'lapsed' && sub_for === 'SELF' && plan_id === held.plan_id;
  if (held.status === 'lapsed' && held.sub_for === 'SELF' && all.some(replaces)) return 0;
  return getRenewalAmountDue(await getPlanAtRenewal(db, held), held);
}

/** Finds the subscription and the amount to pay now, or the reason why it can't be paid. */
export async function findPayableSubscription(
  db: DbReader,
  { id, userId, today, amountDue: shown }: Omit<PayRequest, 'now' | 'nonce'>,
) {
  const all = await listSubscriptions(db, userId);
  const held = all.find((subscription) => subscription.id === id);
  if (!held) return { reason: 'none' } as const;
  if (await isRenewalBeingPaid(db, held)) return { reason: 'open' } as const;
  const due = await getRenewalAmountDueNow(db, held, { all, today });
  if (due === 0) return { reason: 'not due' } as const;
  return shown === undefined || shown === due ? { held, due } : { reason: { due } };
}

/**
 * Records the charge for a subscription's next year, before Square is called. Does nothing if a charge with this card
 * token has already been recorded. Returns the reason if the year can't be paid.
 */
export async function createRenewalChargeIntent(
  tx: DbTransaction,
  pay: PayRequest,
  payment: CardAndProvider,
): Promise<NotPayableReason | undefined> {
  const id = deriveRenewalChargeId(pay);
  if (await findIntent(tx, id)) return undefined;
  const { held, due, reason } = await findPayableSubscription(tx, pay);
  if (!held) return reason;
  const charge = {
    ...{ id, plan: await getPlanAtRenewal(tx, held), userId: pay.userId, pence: due, at: pay.now },
    ...{ subject: formatRenewalChargeSubject(held), attempt: formatCardAttempt(payment.card.id) },
  };
  await createSubscriptionChargeIntent(tx, charge, payment);
  return undefined;
}
