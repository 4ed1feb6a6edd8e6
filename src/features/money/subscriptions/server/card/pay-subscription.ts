import { findIntent } from '#features/money/payments/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { getAmountDue, isPayable } from '../../renewal.ts';
import { listSubscriptions } from '../store/store.ts';
import type { SubscriptionTable } from '../store/tables.ts';
import { getPlan } from '../store/years.ts';
import {
  type CardPayment,
  createSubscriptionCharge,
  formatCardAttempt,
  formatRenewalChargeKey,
  isRenewalBeingPaid,
} from './charges.ts';

/** A member's request to pay the next year of a subscription. */
export interface PayRequest {
  id: Id;
  userId: Id;
  nonce: string;
  /** The amount that the page showed, in pence; undefined if the client didn't send it. */
  amountDue: number | undefined;
  today: CalendarDate;
  now: Instant;
}

/** Returns the id of the charge for a card token. If the same token is sent twice, the charge is the same. */
export const deriveChargeId = ({ id, userId, nonce }: Pick<PayRequest, 'id' | 'userId' | 'nonce'>): Id =>
  deterministicId(`charge ${id} ${userId} ${nonce}`);

/**
 * The reason why a subscription's next year can't be paid: `none` if the member has no such subscription, `open` while
 * the result of another charge is unknown, or the amount due if it has changed.
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
  if (!isPayable(held, today)) return 0;
  const replaces = ({ id, status, sub_for, plan_id }: SubscriptionTable) =>
    id !== held.id && status !== 'lapsed' && sub_for === 'SELF' && plan_id === held.plan_id;
  if (held.status === 'lapsed' && held.sub_for === 'SELF' && all.some(replaces)) return 0;
  return getAmountDue(await getPlan(db, held), held);
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
export async function createRenewalCharge(
  tx: DbTransaction,
  pay: PayRequest,
  payment: CardPayment,
): Promise<NotPayableReason | undefined> {
  const id = deriveChargeId(pay);
  if (await findIntent(tx, id)) return undefined;
  const { held, due, reason } = await findPayableSubscription(tx, pay);
  if (!held) return reason;
  const charge = {
    ...{ id, plan: await getPlan(tx, held), userId: pay.userId, pence: due, at: pay.now },
    ...{ subject: formatRenewalChargeKey(held), attempt: formatCardAttempt(payment.card.id) },
  };
  await createSubscriptionCharge(tx, charge, payment);
  return undefined;
}
