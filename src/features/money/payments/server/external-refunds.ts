import { z } from 'zod';
import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { recordEntryNote } from '#features/money/ledger/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches, write } from '#platform/server/database/index.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { isExternalRefundFinal, isExternalRefundVoid } from '../refund-issues.ts';
import { selectUnrecordedRefunds, sumUnrecordedRefunds } from './charges.ts';
import { findIntent, intentDefaults, type PaymentIntent } from './intents.ts';
import { type ProviderDispute, type ProviderRefund, requireProviderError } from './provider/payment-provider.ts';
import { type PaymentServices, postPaymentToLedger } from './submit-intent.ts';
import type { ExternalRefundTable } from './tables.ts';

/** A refund or dispute, as the provider reports it. */
export interface ExternalRefundReport
  extends Pick<ExternalRefundTable, 'kind' | 'provider_id' | 'pence' | 'state' | 'reason' | 'due_at'> {
  /** The provider's id of the payment that was refunded or disputed. */
  payment: string;
  happened_at: Instant;
}

export const toRefundReport = ({ id, paymentId, pence, status, createdAt }: ProviderRefund): ExternalRefundReport => ({
  ...{ kind: 'refund', provider_id: id, payment: paymentId, pence, state: status },
  ...{ reason: '', due_at: '', happened_at: createdAt },
});

export const toDisputeReport = (dispute: ProviderDispute): ExternalRefundReport => {
  const { id, paymentId, pence, state, reason, dueAt, createdAt } = dispute;
  return {
    ...{ kind: 'dispute', provider_id: id, payment: paymentId, pence, state },
    ...{ reason, due_at: dueAt, happened_at: createdAt },
  };
};

/**
 * Records a refund or dispute at the provider that we didn't request, or its new state. Each has one row at most,
 * however often it is reported. Refunds that are, or may be, our own are ignored, and so are refunds that were refused
 * before we recorded them.
 */
export async function saveExternalRefund(
  tx: DbTransaction,
  environment: PaymentEnvironment,
  found: ExternalRefundReport,
  at: Instant,
): Promise<void> {
  const { provider_id, payment, kind, ...rest } = found;
  if ((await findKnownProviderIds(tx, environment, [provider_id])).size > 0) return;
  const charge = await tx
    .selectFrom('payment_intent')
    .select('id')
    .where('environment', '=', environment)
    .where('provider_id', '=', payment)
    // Square doesn't name the payment of every dispute, and charges without a result have no id yet
    .where('provider_id', '<>', '')
    .where('kind', '=', 'charge')
    .executeTakeFirst();
  if (kind === 'refund' && charge && (await isRefundPending(tx, charge.id, found.pence))) return;
  const id = deriveId(`${environment} ${kind} ${provider_id}`);
  const { state } = found;
  const closed_at = isExternalRefundVoid(found) ? at : null;
  const lost_at = kind === 'dispute' && isExternalRefundFinal(found) ? at : null;
  const before = await tx.selectFrom('external_refund').selectAll().where('id', '=', id).executeTakeFirst();
  if (before) {
    const { pence, due_at } = found;
    // The result of the charge may have arrived later than the refund, which then looked like somebody else's
    const isNowOurs = before.charge_id === null && charge !== undefined;
    if (!isNowOurs && before.state === state && before.pence === pence && before.due_at === due_at) return;
    const change = { state, pence, due_at, closed_at: closed_at && (before.closed_at ?? closed_at) };
    const lost = lost_at && (before.lost_at ?? lost_at);
    const ours = isNowOurs ? { charge_id: charge.id, dismissed_at: null } : {};
    await tx
      .updateTable('external_refund')
      .set({ ...change, ...ours, lost_at: lost })
      .where('id', '=', id)
      .execute();
    return;
  }
  // A refused refund that was never recorded here needs no attention
  if (closed_at !== null && kind === 'refund') return;
  const row = { id, environment, kind, provider_id, charge_id: charge?.id ?? null, ...rest };
  await tx
    .insertInto('external_refund')
    .values({ ...row, found_at: at, recorded_at: null, closed_at, lost_at, dismissed_at: null })
    .execute();
}

/** Returns true if we have requested a refund of this amount and don't know the provider's id for it yet. */
async function isRefundPending(db: DbReader, chargeId: Id, pence: number): Promise<boolean> {
  const open = await db
    .selectFrom('payment_intent')
    .select('id')
    .where('charge_id', '=', chargeId)
    .where('status', '=', 'open')
    .where('provider_id', '=', '')
    .where('pence', '=', pence)
    .executeTakeFirst();
  return open !== undefined;
}

const checkJobKind = 'square-refund';

/**
 * Queues a look-up of a refund or dispute at the provider, unless one has already been queued for the same reason
 * (`because`).
 */
export const queueExternalRefundCheck = (
  tx: DbTransaction,
  { kind, id, because, at }: { kind: 'refund' | 'dispute'; id: string; because: string; at: Instant },
): Promise<boolean> =>
  queueJob(tx, { kind: checkJobKind, key: `${id} ${because}`, payload: { kind, id }, due: at, at });

/** Defines the job that looks up a refund or dispute after an event. The data in the event isn't trusted. */
export const defineExternalRefundCheckJob = (paying: PaymentServices): JobHandler =>
  defineJob(
    {
      kind: checkJobKind,
      name: 'Asking Square about refunds and disputes',
      payload: z.object({ kind: z.enum(['refund', 'dispute']), id: z.string() }),
    },
    async ({ payload: { kind, id } }) => {
      if (kind === 'refund') await checkRefund(paying, id);
      else await checkDispute(paying, id);
      return undefined;
    },
  );

const saveReport = ({ db, clock, paymentProvider }: PaymentServices, found: ExternalRefundReport) =>
  paymentProvider &&
  write(db, (tx) => saveExternalRefund(tx, paymentProvider.environment, found, clock().toISOString()));

async function checkRefund(paying: PaymentServices, refundId: string): Promise<void> {
  const refund = await paying.paymentProvider?.getRefund(refundId);
  if (refund) await saveReport(paying, toRefundReport(refund));
}

async function checkDispute(paying: PaymentServices, disputeId: string): Promise<void> {
  const dispute = await paying.paymentProvider?.getDispute(disputeId);
  if (dispute) await saveReport(paying, toDisputeReport(dispute));
}

/**
 * Asks the provider about refunds of these charges that aren't known here, and records them as external refunds. Stops
 * without an error if the provider can't be reached.
 * @returns the pence of the refunds that were found
 */
export async function recordNewExternalRefunds(paying: PaymentServices, chargeIds: readonly Id[]): Promise<number> {
  const { db, paymentProvider: provider } = paying;
  if (!provider || chargeIds.length === 0) return 0;
  const charges = await db.read
    .selectFrom('payment_intent')
    .select('provider_id')
    .where('id', 'in', chargeIds)
    .where('environment', '=', provider.environment)
    .where('status', '=', 'settled')
    .execute();
  const before = await sumUnrecordedRefunds(db.read, chargeIds);
  try {
    for (const { provider_id: paymentId } of charges) {
      const payment = await provider.getPayment(paymentId);
      if (!payment || payment.refundedPence === 0) continue;
      const known = await findKnownProviderIds(db.read, provider.environment, payment.refundIds);
      for (const id of payment.refundIds) if (!known.has(id)) await checkRefund(paying, id);
    }
  } catch (error) {
    requireProviderError(error);
  }
  const after = await sumUnrecordedRefunds(db.read, chargeIds);
  return sumPence(after) - sumPence(before);
}

const sumPence = (some: ReadonlyMap<Id, number>) => [...some.values()].reduce((sum, pence) => sum + pence, 0);

/** Filters the provider's ids to those of our charges and refunds. */
export async function findKnownProviderIds(
  db: DbReader,
  environment: PaymentEnvironment,
  ids: readonly string[],
): Promise<Set<string>> {
  const known = new Set<string>();
  await runInBatches(ids, async (some) => {
    const rows = await db
      .selectFrom('payment_intent')
      .select('provider_id')
      .where('environment', '=', environment)
      .where('provider_id', 'in', some)
      .execute();
    for (const { provider_id } of rows) known.add(provider_id);
  });
  return known;
}

/**
 * Lists external refunds and disputes that need a decision, latest first, each with its charge if the charge is ours.
 */
export const listOpenExternalRefunds = (db: DbReader, environment: PaymentEnvironment) =>
  selectUnrecordedRefunds(db)
    .leftJoin('payment_intent as charge', 'charge.id', 'external_refund.charge_id')
    .selectAll('external_refund')
    .select(['charge.purpose', 'charge.label', 'charge.user_id'])
    .where('external_refund.environment', '=', environment)
    .where('external_refund.dismissed_at', 'is', null)
    .orderBy('external_refund.happened_at', 'desc')
    .orderBy('external_refund.id')
    .execute();

/** Finds an external refund or dispute in any state, with its charge if the charge is ours. */
export async function findExternalRefund(db: DbReader, id: Id) {
  return db
    .selectFrom('external_refund')
    .leftJoin('payment_intent as charge', 'charge.id', 'external_refund.charge_id')
    .selectAll('external_refund')
    .select(['charge.purpose', 'charge.label'])
    .where('external_refund.id', '=', id)
    .executeTakeFirst();
}

/** Lists the external refunds and disputes of these charges, in any state, in the order in which they were found. */
export async function listExternalRefundsOfCharges(
  db: DbReader,
  chargeIds: readonly Id[],
): Promise<ExternalRefundTable[]> {
  if (chargeIds.length === 0) return [];
  return db
    .selectFrom('external_refund')
    .selectAll()
    .where('charge_id', 'in', chargeIds)
    .orderBy('found_at')
    .orderBy('id')
    .execute();
}

/**
 * Posts an external refund or lost dispute to the ledger, without a call to the provider. It counts on the day on which
 * it happened at the provider, unless that day's year is closed.
 * @returns the refund; "unfinished" if the money hasn't left for good yet, "none" if it was recorded before, ended
 * without moving money, or belongs to no charge of ours
 */
export async function postExternalRefund(
  tx: DbTransaction,
  { all }: Pick<PaymentServices, 'all'>,
  id: Id,
  { at, ends, by }: { at: Instant; ends: boolean; by: Id | null },
): Promise<PaymentIntent | 'none' | 'unfinished'> {
  const row = await findExternalRefund(tx, id);
  if (!row || row.recorded_at !== null || row.closed_at !== null || row.charge_id === null) return 'none';
  if (!isExternalRefundFinal(row)) return 'unfinished';
  const charge = await findIntent(tx, row.charge_id);
  if (!charge) return 'none';
  const { purpose, subject, plan_id, show_id, label, user_id, location } = charge;
  const refund: PaymentIntent = {
    ...intentDefaults,
    ...{ id: deriveId(`recorded ${id}`), kind: 'refund', environment: row.environment, status: 'settled' },
    ...{ purpose, subject, plan_id, show_id, label, user_id, location, charge_id: charge.id, pence: row.pence },
    attempt: `square ${row.provider_id}`,
    provider_id: row.provider_id,
    note: '',
    origin: row.kind === 'refund' ? 'dashboard' : 'dispute',
    ends: ends ? 1 : 0,
    created_at: row.happened_at,
    settled_at: at,
  };
  await tx.insertInto('payment_intent').values(refund).execute();
  await tx.updateTable('external_refund').set({ recorded_at: at }).where('id', '=', id).execute();
  const reason = row.kind === 'refund' ? 'Refunded in Square’s dashboard' : 'Lost in a dispute';
  await recordEntryNote(tx, refund.id, { reason, by });
  await postPaymentToLedger(tx, refund, at);
  await all('paymentOutcomes')
    .find((outcomes) => outcomes.purpose === purpose)
    ?.onRefunded?.(tx, refund, at);
  return refund;
}
