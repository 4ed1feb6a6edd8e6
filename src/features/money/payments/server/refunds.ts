import type { ManualPaymentSource, PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { deriveId, type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches, write } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { sumUnrecordedRefunds } from './charges.ts';
import { recordNewExternalRefunds } from './external-refunds.ts';
import {
  createRefundIntent,
  findIntent,
  getRefundableAmount,
  type PaymentIntent,
  type RefundRequest,
} from './intents.ts';
import { refreshIntent } from './refresh-intent.ts';
import { type IntentOutcome, type PaymentServices, submitIntent } from './submit-intent.ts';

/** A refund to a card, with its result if it has one. */
interface RequestedRefund {
  charge_id: Id | null;
  pence: number;
  status: 'open' | 'settled' | 'declined' | 'abandoned';
  /** Square's code if the refund was declined, or `NEVER_ASKED` if it was abandoned; "" otherwise. */
  declined_because: string;
  /** The way in which a refused refund was settled. "" if it isn't settled. */
  resolution: PaymentIntent['resolution'];
}

/** Lists the card refunds of each charge, oldest first, by the charges' ids. */
export async function listCardRefundsByCharge(
  db: DbReader,
  chargeIds: readonly Id[],
): Promise<Map<Id, RequestedRefund[]>> {
  const refunds: RequestedRefund[] = [];
  await runInBatches(chargeIds, async (some) => {
    refunds.push(...(await selectRefunds(db).where('charge_id', 'in', some).execute()));
  });
  return Map.groupBy(refunds, ({ charge_id }) => charge_id ?? '');
}

const selectRefunds = (db: DbReader) =>
  db
    .selectFrom('payment_intent')
    .select(['charge_id', 'pence', 'status', 'declined_because', 'resolution'])
    .where('kind', '=', 'refund')
    .orderBy('created_at')
    .orderBy('id');

/** Formats the attempt of the next refund of a charge. Two requests with the same attempt make only one refund. */
export const formatRefundAttempt = (refunds: readonly unknown[]): string => `refund ${refunds.length + 1}`;

const getNextRefundAttempt = async (db: DbReader, chargeId: Id): Promise<string> =>
  formatRefundAttempt(await selectRefunds(db).where('charge_id', '=', chargeId).execute());

/**
 * Refunds all or part of a card payment. Records the intent in one transaction with the changes that `also` makes, then
 * calls Square.
 * @returns "none" if there is no such charge or card payments are off, "too much" if the amount exceeds what can be
 * refunded, "outdated" if another refund was requested or made since `attempt` was formatted
 */
export async function refundCharge(
  paying: PaymentServices,
  refund: RefundRequest,
  also: (tx: DbTransaction) => Promise<void>,
): Promise<IntentOutcome | 'none' | 'too much' | 'outdated'> {
  const { db, clock, paymentProvider } = paying;
  if (!paymentProvider) return 'none';
  // An amount that was refunded at Square and isn't known here yet isn't refunded again
  if ((await recordNewExternalRefunds(paying, [refund.chargeId])) > 0) return 'outdated';
  const place = { id: newId(), environment: paymentProvider.environment, at: clock().toISOString() };
  const opened = await write(db, async (tx) => {
    const before = await selectRefunds(tx).where('charge_id', '=', refund.chargeId).execute();
    const intent = await createRefundIntent(tx, refund, place);
    if (typeof intent === 'string') return intent;
    const { pence } = (await findIntent(tx, intent.id)) ?? {};
    const isNext = intent.isNew && refund.attempt === formatRefundAttempt(before);
    if (pence !== refund.pence || intent.isNew !== isNext) throw new OutdatedRefundError();
    if (intent.isNew) await also(tx);
    return intent;
  }).catch((error: unknown) => {
    if (error instanceof OutdatedRefundError) return 'outdated' as const;
    throw error;
  });
  return typeof opened === 'string' ? opened : submitRefund(paying, opened.id);
}

/** Submits a recorded refund to Square. */
export async function submitRefund(paying: PaymentServices, id: Id): Promise<IntentOutcome> {
  const outcome = await submitIntent(paying, id);
  if (outcome.status !== 'open') return outcome;
  // Square first reports a refund as pending, but has usually finished it a moment later
  await refreshIntent(paying, id).catch(() => undefined);
  const { status = outcome.status, declined_because: code = '' } = (await findIntent(paying.db.read, id)) ?? {};
  return { id, status, code };
}

/**
 * Records a refund of a charge in the caller's transaction. Call `submitRefund` after the commit. If the process dies
 * before that call, a job submits the refund.
 * @returns false if there is no such charge in this environment, or the amount exceeds what can be refunded
 */
export async function recordRefund(
  tx: DbTransaction,
  { chargeId, pence, reason, by = null }: Pick<RefundRequest, 'chargeId' | 'pence' | 'reason' | 'by'>,
  place: { id: Id; environment: PaymentEnvironment; at: Instant },
): Promise<boolean> {
  const attempt = await getNextRefundAttempt(tx, chargeId);
  const intent = await createRefundIntent(tx, { chargeId, pence, reason, by, attempt }, place);
  return typeof intent !== 'string';
}

/**
 * Returns the pence that are being refunded, by the charges' ids. This includes refunds that Square hasn't finished,
 * and external refunds and lost disputes that nobody has recorded yet.
 */
export async function sumPendingRefunds(db: DbReader, chargeIds: readonly Id[]): Promise<Map<Id, number>> {
  const sums = await sumUnrecordedRefunds(db, chargeIds);
  await runInBatches(chargeIds, async (some) => {
    const open = await selectRefunds(db).where('charge_id', 'in', some).where('status', '=', 'open').execute();
    for (const { charge_id, pence } of open) sums.set(charge_id ?? '', (sums.get(charge_id ?? '') ?? 0) + pence);
  });
  return sums;
}

/** Thrown to roll back the transaction of an outdated refund. */
class OutdatedRefundError extends Error {}

const selectRefusedRefunds = (db: DbReader) =>
  db
    .selectFrom('payment_intent')
    .selectAll()
    .where('kind', '=', 'refund')
    .where('status', 'in', ['declined', 'abandoned'])
    .where('resolution', '=', '');

/** Lists the refused refunds that nobody has settled, oldest first. */
export const listUnsettledRefusedRefunds = (db: DbReader, environment: PaymentEnvironment): Promise<PaymentIntent[]> =>
  selectRefusedRefunds(db).where('environment', '=', environment).orderBy('settled_at').orderBy('id').execute();

/** Finds a refused refund. Undefined if it was settled. */
const findRefusedRefund = (db: DbReader, id: Id): Promise<PaymentIntent | undefined> =>
  selectRefusedRefunds(db).where('id', '=', id).executeTakeFirst();

/** Lists the refused refunds of charges, settled or not. */
export async function listRefusedRefundsOfCharges(db: DbReader, chargeIds: readonly Id[]): Promise<PaymentIntent[]> {
  if (chargeIds.length === 0) return [];
  return db
    .selectFrom('payment_intent')
    .selectAll()
    .where('charge_id', 'in', chargeIds)
    .where('kind', '=', 'refund')
    .where('status', 'in', ['declined', 'abandoned'])
    .execute();
}

/**
 * Records another attempt at a refused refund, for the same amount. Call `submitRefund` after the commit.
 * @returns the new refund's id; "too much" if the amount exceeds what can be refunded, undefined if the refund was
 * settled
 */
export async function retryRefusedRefund(
  tx: DbTransaction,
  id: Id,
  { as, at, by }: { as: Id; at: Instant; by: Id | null },
): Promise<Id | 'too much' | undefined> {
  const intent = await findRefusedRefund(tx, id);
  if (!intent?.charge_id) return undefined;
  const { charge_id: chargeId, pence, note: reason, ends, environment } = intent;
  const attempt = await getNextRefundAttempt(tx, chargeId);
  const refund = { chargeId, pence, reason, ends: ends === 1, attempt, by, retries: id };
  const opened = await createRefundIntent(tx, refund, { id: as, environment, at });
  if (typeof opened === 'string') return 'too much';
  // Creating the new refund has already marked this one as retried
  return opened.id;
}

/**
 * Settles a refused refund without Square. Either somebody has paid the money back in another way, which is posted to
 * the ledger, or nothing is owed any more.
 * @returns the refund; "too much" if the amount exceeds what can be refunded, undefined if the refund was settled
 */
export async function settleRefusedRefund(
  tx: DbTransaction,
  { all }: Pick<PaymentServices, 'all'>,
  id: Id,
  { how, reason, by, at }: { how: ManualPaymentSource | 'dismissed'; reason: string; by: Id | null; at: Instant },
): Promise<PaymentIntent | 'too much' | undefined> {
  const intent = await findRefusedRefund(tx, id);
  if (!intent?.charge_id) return undefined;
  const charge = await findIntent(tx, intent.charge_id);
  if (!charge) return undefined;
  const outcomes = all('paymentOutcomes').find(({ purpose }) => purpose === charge.purpose);
  if (how === 'dismissed') {
    await outcomes?.onDismissed?.(tx, { ...intent, reason }, at);
  } else {
    if (intent.pence > (await getRefundableAmount(tx, charge.id))) return 'too much';
    const { pence } = intent;
    const entry = deriveId(`paid ${id}`);
    await postEntry(tx, {
      kind: 'refund',
      id: entry,
      at,
      pence,
      charge_id: charge.id,
      paid_in: how,
      note: { reason: reason || intent.note, by },
    });
    await outcomes?.onRefunded?.(tx, { ...intent, id: entry, paid_in: how }, at);
  }
  await tx.updateTable('payment_intent').set({ resolution: how, resolved_at: at }).where('id', '=', id).execute();
  return intent;
}
