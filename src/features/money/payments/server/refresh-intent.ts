import { z } from 'zod';
import type { Id } from '#platform/server/crypto/ids.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { JobNotReadyError } from '#platform/server/jobs/retries.ts';
import { hour, minute, subtractMs } from '#platform/shared/dates/durations.ts';
import { findIntent, intentRefreshJobKind, type PaymentIntent } from './intents.ts';
import { type PaymentProvider, type ProviderRefund, requireProviderError } from './provider/payment-provider.ts';
import {
  findProviderPayment,
  type PaymentServices,
  recordChargeResult,
  recordDecline,
  recordPaymentForReusedKey,
  recordProcessingFee,
  recordRefundResult,
  submitIntent,
} from './submit-intent.ts';

/**
 * The time in milliseconds after an intent's creation during which the intent may be submitted again. After that, a
 * buyer no longer expects the charge, and Square doesn't document how long it remembers an idempotency key.
 */
const resubmitPeriod = hour;

/** The time in milliseconds by which searches start early, because clocks differ and requests take time. */
const clockMargin = 5 * minute;

/**
 * Defines the job that refreshes an intent: after a process left it open, after an event about it, or when its fee is
 * due.
 */
export const defineIntentRefreshJob = (paying: PaymentServices): JobHandler =>
  defineJob(
    { kind: intentRefreshJobKind, name: 'Checking payments with Square', payload: z.object({ intent: z.string() }) },
    async ({ payload }) => {
      await refreshIntent(paying, payload.intent);
      return undefined;
    },
  );

/**
 * Updates an intent to its state at the provider.
 * @throws JobNotReadyError if the provider has no result yet, and other errors if it can't be reached
 */
export async function refreshIntent(paying: PaymentServices, id: Id): Promise<void> {
  const { db, paymentProvider: provider } = paying;
  const intent = await findIntent(db.read, id);
  if (!intent || !provider || provider.environment !== intent.environment) return;
  if (intent.status === 'settled') return refreshFee(paying, provider, intent);
  if (intent.status !== 'open') return;
  await (intent.kind === 'charge' ? refreshCharge(paying, provider, intent) : refreshRefund(paying, provider, intent));
  if ((await findIntent(db.read, id))?.status === 'open')
    throw new JobNotReadyError(`The payment ${id} is still open.`);
}

async function refreshFee(
  paying: PaymentServices,
  provider: PaymentProvider,
  { id, kind, fee, provider_id }: PaymentIntent,
): Promise<void> {
  if (kind !== 'charge' || fee !== null) return;
  const payment = await provider.getPayment(provider_id);
  if (payment) await recordProcessingFee(paying, id, payment);
}

const mayResubmit = ({ clock }: PaymentServices, { created_at }: PaymentIntent) =>
  clock().getTime() - Date.parse(created_at) < resubmitPeriod;

const getSearchStart = ({ created_at }: PaymentIntent) => subtractMs(created_at, clockMargin);

async function refreshCharge(
  paying: PaymentServices,
  provider: PaymentProvider,
  intent: PaymentIntent,
): Promise<unknown> {
  const found = await findProviderPayment(provider, intent, getSearchStart(intent));
  if (found) return recordChargeResult(paying, intent.id, found);
  if (mayResubmit(paying, intent)) return submitIntent(paying, intent.id, { again: true });
  try {
    await provider.cancelPayment(intent.id);
  } catch (error) {
    // A completed payment can't be cancelled, so it is looked up
    if (requireProviderError(error).isFinal && (await recordPaymentForReusedKey(paying, provider, intent))) return;
    throw error;
  }
  return recordDecline(paying, intent.id, { code: 'NEVER_ASKED', status: 'abandoned' });
}

async function refreshRefund(
  paying: PaymentServices,
  provider: PaymentProvider,
  intent: PaymentIntent,
): Promise<unknown> {
  if (intent.provider_id) {
    const refund = await provider.getRefund(intent.provider_id);
    return refund && recordRefundResult(paying, intent.id, refund);
  }
  if (mayResubmit(paying, intent)) return submitIntent(paying, intent.id, { again: true });
  const found = await findRefund(paying, provider, intent);
  if (found) return recordRefundResult(paying, intent.id, found);
  return recordDecline(paying, intent.id, { code: 'NEVER_ASKED', status: 'abandoned' });
}

/** Finds the provider's refund for an intent by charge and amount, because refunds have no field for our id. */
async function findRefund(
  { db }: PaymentServices,
  provider: PaymentProvider,
  intent: PaymentIntent,
): Promise<ProviderRefund | undefined> {
  const { charge_id, pence } = intent;
  const charge = await findIntent(db.read, charge_id ?? '');
  const known = await db.read
    .selectFrom('payment_intent')
    .select('provider_id')
    .where('charge_id', '=', charge_id)
    .execute();
  const ours = new Set(known.map(({ provider_id }) => provider_id));
  for await (const refund of provider.listRefunds({ since: getSearchStart(intent) })) {
    if (refund.paymentId === charge?.provider_id && refund.pence === pence && !ours.has(refund.id)) return refund;
  }
  return undefined;
}
