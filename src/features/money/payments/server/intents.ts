import type { EntrySubject, PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { getChargeBalance, recordEntryNote } from '#features/money/ledger/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { deleteJobs, queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { sumOpenDisputes, sumUnrecordedRefunds } from './charges.ts';
import type { PaymentIntentTable } from './tables.ts';

export type PaymentIntent = PaymentIntentTable;

export const intentRefreshJobKind = 'payment';

/**
 * If an intent is still open after this time, its process has died or the provider hasn't responded. A call to the
 * provider, with all its retries, takes less.
 */
const orphanedAfterMs = 3 * minute;

export interface ChargeRequest {
  /** The subject of the ledger entry, which also decides which feature handles the result. */
  about: EntrySubject;
  /** The feature's name for the item that is paid for. After a charge for it is settled, it can't be charged again. */
  subject: string;
  /**
   * Identifies the attempt. If a button is pressed twice, both requests have the same attempt; after a decline there is
   * a new one.
   */
  attempt: string;
  userId: Id | null;
  pence: number;
  /** The token of a card form, or a card on file with its customer. */
  source: { token: string; verification?: string } | { card: string; customer: string };
  /** The note that the treasurer sees in the provider's list. */
  note: string;
}

export interface ProviderLocation {
  environment: PaymentEnvironment;
  locationId: string;
}

export const findIntent = (db: DbReader, id: Id): Promise<PaymentIntent | undefined> =>
  db.selectFrom('payment_intent').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists all charges for a subject, settled or not. */
export const listChargesOfSubject = (
  db: DbReader,
  purpose: PaymentIntent['purpose'],
  subject: string,
): Promise<Pick<PaymentIntent, 'id' | 'status'>[]> =>
  db
    .selectFrom('payment_intent')
    .select(['id', 'status'])
    .where('kind', '=', 'charge')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .execute();

/** The columns that are cleared once an intent is closed. */
const clearedSource = { source: '', verification: '' };

/** The default values of a new intent's columns. */
export const intentDefaults = {
  ...clearedSource,
  charge_id: null,
  user_id: null,
  customer: '',
  provider_id: '',
  declined_because: '',
  card_brand: '',
  last_4: '',
  ends: 0 as const,
  fee: null,
  settled_at: null,
  status: 'open' as const,
  origin: 'here' as const,
  resolution: '' as const,
  resolved_at: null,
};

/**
 * Records the intent to charge a card. If the subject already has an intent with the same attempt, or one that is open
 * or settled, returns that one.
 */
export async function createChargeIntent(
  tx: DbTransaction,
  { about: what, subject, attempt, userId, pence, source, note }: ChargeRequest,
  { id, environment, locationId, at }: ProviderLocation & { id: Id; at: Instant },
): Promise<{ id: Id; isNew: boolean }> {
  const { about: purpose, ...named } = { plan_id: '', show_id: '', ...what };
  const there = await tx
    .selectFrom('payment_intent')
    .select(['id', 'attempt'])
    .where('kind', '=', 'charge')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where(({ or, eb }) => or([eb('attempt', '=', attempt), eb('status', 'in', ['open', 'settled'])]))
    .execute();
  const first = there.find((one) => one.attempt === attempt) ?? there[0];
  if (first) return { id: first.id, isNew: false };
  const by =
    'card' in source
      ? { source: source.card, customer: source.customer }
      : { source: source.token, verification: source.verification ?? '' };
  await insertIntent(tx, {
    ...intentDefaults,
    ...by,
    ...named,
    ...{ id, kind: 'charge', environment, purpose, subject, attempt, pence, note },
    user_id: userId,
    location: locationId,
    created_at: at,
  });
  return { id, isNew: true };
}

/**
 * Returns the pence of a charge that can still be refunded. Refunds made or requested are deducted, and so are disputed
 * amounts, which the bank may take in addition to any refund.
 */
export async function getRefundableAmount(db: DbReader, id: Id): Promise<number> {
  const open = await db
    .selectFrom('payment_intent')
    .select('pence')
    .where('charge_id', '=', id)
    .where('status', '=', 'open')
    .execute();
  const refunded = (await sumUnrecordedRefunds(db, [id])).get(id) ?? 0;
  const disputed = (await sumOpenDisputes(db, [id])).get(id) ?? 0;
  return open.reduce((left, { pence }) => left - pence, await getChargeBalance(db, id)) - refunded - disputed;
}

export interface RefundRequest {
  chargeId: Id;
  /** Identifies the attempt. If a button is pressed twice, both requests have the same attempt. */
  attempt: string;
  pence: number;
  reason: string;
  /** The account of the person who requested the refund. Null for the site. */
  by?: Id | null;
  /** True if the refund ends the subscription that was paid for. */
  ends?: boolean;
  /** The id of the refused refund that this request retries. Undefined for a new refund. */
  retries?: Id;
}

/**
 * Records the intent to refund all or part of a charge. If the charge already has a refund with the same attempt,
 * returns that one. If the new refund replaces refused refunds of that charge, they are marked as retried.
 *
 * @returns the refund's id; "none" if this environment has no settled charge with the id, "too much" if the amount
 * exceeds what can still be refunded, or is less than a penny
 */
export async function createRefundIntent(
  tx: DbTransaction,
  { chargeId, attempt, pence, reason, by = null, ends = false, retries }: RefundRequest,
  { id, environment, at }: Pick<ProviderLocation, 'environment'> & { id: Id; at: Instant },
): Promise<{ id: Id; isNew: boolean } | 'none' | 'too much'> {
  const charge = await findIntent(tx, chargeId);
  if (charge?.kind !== 'charge' || charge.status !== 'settled' || charge.environment !== environment) return 'none';
  const { purpose, subject, plan_id, show_id, label } = charge;
  const there = await tx
    .selectFrom('payment_intent')
    .select('id')
    .where('charge_id', '=', chargeId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  if (there) return { id: there.id, isNew: false };
  if (pence < 1 || pence > (await getRefundableAmount(tx, chargeId))) return 'too much';
  await insertIntent(tx, {
    ...intentDefaults,
    ...{ id, kind: 'refund', environment, purpose, subject, plan_id, show_id, label, attempt, pence },
    charge_id: chargeId,
    user_id: charge.user_id,
    location: charge.location,
    note: reason,
    ends: ends ? 1 : 0,
    created_at: at,
  });
  await recordEntryNote(tx, id, { reason, by });
  await markRefusedAsRetried(tx, { chargeId, pence, retries, at });
  return { id, isNew: true };
}

/**
 * Marks refused refunds of a charge as retried, because a new refund of `pence` replaces them. The refund `retries`
 * comes first, then those of the same amount, then all others, each group with the oldest first. A refund that exceeds
 * the rest of `pence` is skipped.
 */
async function markRefusedAsRetried(
  tx: DbTransaction,
  { chargeId, pence, retries, at }: { chargeId: Id; pence: number; retries: Id | undefined; at: Instant },
): Promise<void> {
  const refused = await tx
    .selectFrom('payment_intent')
    .select(['id', 'pence'])
    .where('charge_id', '=', chargeId)
    .where('kind', '=', 'refund')
    .where('status', 'in', ['declined', 'abandoned'])
    .where('resolution', '=', '')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const rank = (intent: { id: Id; pence: number }) => (intent.id === retries ? 0 : intent.pence === pence ? 1 : 2);
  let left = pence;
  for (const intent of refused.toSorted((a, b) => rank(a) - rank(b))) {
    if (intent.pence > left) continue;
    left -= intent.pence;
    const resolved = { resolution: 'retried', resolved_at: at } as const;
    await tx.updateTable('payment_intent').set(resolved).where('id', '=', intent.id).execute();
  }
}

async function insertIntent(tx: DbTransaction, intent: PaymentIntent): Promise<void> {
  await tx.insertInto('payment_intent').values(intent).execute();
  const { id, created_at: at } = intent;
  await queueIntentRefresh(tx, id, { because: 'open', due: addMs(at, orphanedAfterMs), at });
}

/** Queues a refresh of an intent from the provider, unless one was queued for the same reason (`because`) before. */
export const queueIntentRefresh = (
  tx: DbTransaction,
  id: Id,
  { because, due, at }: { because: string; due: Instant; at: Instant },
): Promise<boolean> =>
  queueJob(tx, { kind: intentRefreshJobKind, key: `${id} ${because}`, payload: { intent: id }, due, at });

/** The provider's result of a charge or refund. */
export interface ProviderResult {
  providerId: string;
  cardBrand?: string;
  last4?: string;
  fee?: number | undefined;
}

/** Closes an open intent and returns it. Undefined if it was closed before. */
const closeIntent = (tx: DbTransaction, id: Id, how: Partial<PaymentIntent>): Promise<PaymentIntent | undefined> =>
  tx
    .updateTable('payment_intent')
    .set({ ...clearedSource, ...how })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst();

/** Settles an intent and returns it. Undefined if it was closed before. */
export async function settleIntent(
  tx: DbTransaction,
  id: Id,
  { providerId, cardBrand = '', last4 = '', fee }: ProviderResult,
  at: Instant,
): Promise<PaymentIntent | undefined> {
  const settled = { status: 'settled' as const, provider_id: providerId, card_brand: cardBrand, last_4: last4 };
  const intent = await closeIntent(tx, id, { ...settled, fee: fee ?? null, settled_at: at });
  if (intent) await deleteJobs(tx, intentRefreshJobKind, [`${id} open`]);
  return intent;
}

/** Declines or abandons an intent and returns it. Undefined if it was closed before. */
export async function declineIntent(
  tx: DbTransaction,
  id: Id,
  {
    code,
    status = 'declined',
    providerId = '',
  }: { code: string; status?: 'declined' | 'abandoned'; providerId?: string },
  at: Instant,
): Promise<PaymentIntent | undefined> {
  const how = { status, declined_because: code, settled_at: at };
  const intent = await closeIntent(tx, id, providerId ? { ...how, provider_id: providerId } : how);
  if (intent) await deleteJobs(tx, intentRefreshJobKind, [`${id} open`]);
  return intent;
}

/** Records the provider's id of a charge or refund that is pending there. */
export async function setIntentProviderId(tx: DbTransaction, id: Id, providerId: string): Promise<void> {
  await tx.updateTable('payment_intent').set({ provider_id: providerId }).where('id', '=', id).execute();
}

/**
 * Records the provider's fee for a charge and returns the intent. Undefined if the charge isn't settled, or its fee was
 * known before.
 */
export const setIntentFee = (tx: DbTransaction, id: Id, fee: number): Promise<PaymentIntent | undefined> =>
  tx
    .updateTable('payment_intent')
    .set({ fee })
    .where('id', '=', id)
    .where('status', '=', 'settled')
    .where('fee', 'is', null)
    .returningAll()
    .executeTakeFirst();
