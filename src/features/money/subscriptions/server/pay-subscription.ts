import {
  createChargeIntent,
  findIntent,
  listCharges,
  type Square,
  type StoredCard,
} from '#features/money/payments/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import { amountDue, canBePaid } from '../renewal.ts';
import { formatCardAttempt, formatRenewalSubject } from './charge-subjects.ts';
import { listSubscriptions } from './store.ts';
import type { SubscriptionTable } from './tables.ts';
import { getPlan } from './years.ts';

/** A member's request to pay the next year of a subscription. */
export interface PayRequest {
  id: Id;
  userId: Id;
  nonce: string;
  /** The amount that the page showed, in pence; undefined for a client that doesn't say. */
  amountDue: number | undefined;
  today: CalendarDate;
  now: Instant;
}

/** Returns the id of the charge for a token: the same token sent twice means the same charge. */
export const deriveChargeId = ({ id, userId, nonce }: Pick<PayRequest, 'id' | 'userId' | 'nonce'>): Id =>
  deterministicId(`charge ${id} ${userId} ${nonce}`);

/** The reason why a year can't be paid. */
export type NotPayableReason = 'none' | 'not due' | 'open' | { due: number };

/** Pence due for a subscription's next year, of all of its owner's; 0 if none can be paid now. */
export async function dueNow(
  db: DbReader,
  held: SubscriptionTable,
  { all, today }: { all: readonly SubscriptionTable[]; today: CalendarDate },
): Promise<number> {
  if (!canBePaid(held, today)) return 0;
  // A replaced subscription isn't paid again
  const isTaken = ({ id, status, sub_for, plan_id }: SubscriptionTable) =>
    id !== held.id && status !== 'lapsed' && sub_for === 'SELF' && plan_id === held.plan_id;
  if (held.status === 'lapsed' && held.sub_for === 'SELF' && all.some((one) => isTaken(one))) return 0;
  return amountDue(await getPlan(db, held), held);
}

/** Returns true if Square's response to a charge for a subscription's next year is still unknown. */
export const isBeingPaid = async (db: DbReader, held: SubscriptionTable): Promise<boolean> =>
  (await listCharges(db, 'subscription', formatRenewalSubject(held))).some(({ status }) => status === 'open');

/** Finds the subscription that can be paid now, or why it can't. */
export async function findPayableSubscription(
  db: DbReader,
  { id, userId, today, amountDue: said }: Omit<PayRequest, 'now' | 'nonce'>,
) {
  const all = await listSubscriptions(db, userId);
  const held = all.find((one) => one.id === id);
  if (!held) return { hindrance: 'none' } as const;
  if (await isBeingPaid(db, held)) return { hindrance: 'open' } as const;
  const due = await dueNow(db, held, { all, today });
  if (due === 0) return { hindrance: 'not due' } as const;
  return said === undefined || said === due ? { held, due } : { hindrance: { due } };
}

/** Records the charge for a subscription's next year, before the call to Square. */
export async function createRenewalCharge(
  tx: DbTransaction,
  pay: PayRequest,
  { card, square }: { card: StoredCard; square: Pick<Square, 'environment' | 'locationId'> },
): Promise<NotPayableReason | undefined> {
  const intent = deriveChargeId(pay);
  if (await findIntent(tx, intent)) return undefined;
  const { held, due, hindrance } = await findPayableSubscription(tx, pay);
  if (!held) return hindrance;
  const plan = await getPlan(tx, held);
  await createChargeIntent(
    tx,
    {
      about: { about: 'subscription', plan_id: plan.id, label: plan.name },
      subject: formatRenewalSubject(held),
      attempt: formatCardAttempt(card.id),
      userId: pay.userId,
      pence: due,
      source: { card: card.provider_id, customer: card.customer },
      note: plan.name,
    },
    { id: intent, environment: square.environment, locationId: square.locationId, at: pay.now },
  );
  return undefined;
}
