import type { EntrySubject, ManualPaymentSource } from '#features/money/ledger/entry.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { addMs, day, minute, subtractMs } from '#platform/shared/dates/durations.ts';
import {
  declineIntent,
  findIntent,
  type PaymentIntent,
  type ProviderResult,
  queueIntentRefresh,
  setIntentFee,
  setIntentProviderId,
  settleIntent,
} from './intents.ts';
import {
  type PaymentProvider,
  type ProviderFailureReason,
  type ProviderPayment,
  type ProviderRefund,
  requireProviderError,
} from './provider/payment-provider.ts';
import type { PaymentIntentTable } from './tables.ts';

export type PaymentServices = Pick<Services, 'db' | 'clock' | 'paymentProvider' | 'all'>;

/** The result of an intent. `open` means that it isn't known yet and a job will find out. */
export interface IntentOutcome {
  id: Id;
  status: PaymentIntent['status'];
  /** The reason if the charge or refund was declined (the provider's code) or never submitted; "" otherwise. */
  code: string;
}

const toOutcome = ({ id, status, declined_because }: PaymentIntent): IntentOutcome => ({
  id,
  status,
  code: declined_because,
});

/** The time in milliseconds after which a fee is looked up. Square calculates the fee some seconds after the charge. */
const feeDelay = 10 * minute;

/**
 * The period in milliseconds that is searched for the payment with a reused key. A site restored from a backup may
 * repeat a renewal with its old key but another card or plan. Renewals are retried for a shorter time.
 */
const reusedKeyPeriod = 100 * day;

/**
 * Submits an intent to the provider under its idempotency key and records the result. Without a response the intent
 * stays open. `again` means that it may have been submitted before.
 */
export async function submitIntent(
  paying: PaymentServices,
  id: Id,
  how: { again?: boolean } = {},
): Promise<IntentOutcome> {
  const { db, paymentProvider: provider } = paying;
  const intent = await findIntent(db.read, id);
  if (!intent) throw new Error(`There is no payment intent ${id}.`);
  if (intent.status !== 'open' || provider?.environment !== intent.environment) return toOutcome(intent);
  const asking =
    intent.kind === 'charge' ? requestCharge(paying, provider, intent) : requestRefund(paying, provider, intent);
  const ended = await asking.catch(async (error: unknown) => {
    const { reason, code } = requireProviderError(error);
    if (reason === 'key used' && intent.kind === 'charge') return recordPaymentForReusedKey(paying, provider, intent);
    return isConclusive(reason, how) ? recordDecline(paying, id, { code }) : undefined;
  });
  // The intent is still open, or another request has closed it
  return toOutcome(ended ?? (await findIntent(db.read, id)) ?? intent);
}

/**
 * Returns true if a failure means that nothing was charged. On a retry, some failures don't reveal what happened to the
 * first request.
 */
const isConclusive = (reason: ProviderFailureReason, { again = false }: { again?: boolean }) =>
  reason === 'refused' || (!again && (reason === 'credentials' || reason === 'source used'));

/** Requests a charge. Returns the intent if the response has closed it. */
async function requestCharge(
  paying: PaymentServices,
  provider: PaymentProvider,
  { id, pence, source, location: locationId, note, customer, verification }: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  const request = { id, pence, source, customer, verification, locationId, note };
  const payment = await provider.createPayment(request);
  return payment && recordChargeResult(paying, id, payment);
}

/** Finds the provider's payment for an intent among the payments since a time. */
export async function findProviderPayment(
  provider: PaymentProvider,
  { id, location: locationId }: PaymentIntent,
  since: Instant,
): Promise<ProviderPayment | undefined> {
  let found: ProviderPayment | undefined;
  for await (const payment of provider.listPayments({ since, locationId })) {
    // If several payments have this reference, the completed one counts
    if (payment.reference === id && found?.status !== 'COMPLETED') found = payment;
  }
  return found;
}

/** Records the payment that was already made under this key. Returns the intent if this call has closed it. */
export async function recordPaymentForReusedKey(
  paying: PaymentServices,
  provider: PaymentProvider,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  const found = await findProviderPayment(provider, intent, subtractMs(intent.created_at, reusedKeyPeriod)).catch(
    (error: unknown) => {
      // After an error of the provider the intent stays open. Any other error is thrown
      requireProviderError(error);
      return undefined;
    },
  );
  return found && recordChargeResult(paying, intent.id, found);
}

/** Records the provider's result of a charge, unless it is pending. Returns the intent if this call has closed it. */
export async function recordChargeResult(
  paying: PaymentServices,
  id: Id,
  { id: providerId, status, code, cardBrand, last4, fee }: ProviderPayment,
): Promise<PaymentIntent | undefined> {
  if (status === 'COMPLETED') return recordSettled(paying, id, { providerId, cardBrand, last4, fee });
  return status === 'FAILED' ? recordDecline(paying, id, { code, providerId }) : undefined;
}

async function requestRefund(
  paying: PaymentServices,
  provider: PaymentProvider,
  { id, charge_id, pence, note: reason }: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  const charge = await findIntent(paying.db.read, charge_id ?? '');
  if (!charge) throw new Error(`The refund ${id} has no charge.`);
  const refund = await provider.createRefund({ id, paymentId: charge.provider_id, pence, reason });
  return refund && recordRefundResult(paying, id, refund);
}

/**
 * Records the provider's result of a refund, or only its id while it is pending. Returns the intent if this call has
 * closed it.
 */
export async function recordRefundResult(
  paying: PaymentServices,
  id: Id,
  { status, id: providerId }: ProviderRefund,
): Promise<PaymentIntent | undefined> {
  if (status === 'COMPLETED') return recordSettled(paying, id, { providerId });
  if (status !== 'PENDING') return recordDecline(paying, id, { code: status, providerId });
  await write(paying.db, (tx) => setIntentProviderId(tx, id, providerId));
  return undefined;
}

const findHandler = ({ all }: PaymentServices, { purpose }: PaymentIntent): PaymentHandler | undefined =>
  all('paymentOutcomes').find((outcomes) => outcomes.purpose === purpose);

async function recordSettled(
  paying: PaymentServices,
  id: Id,
  result: ProviderResult,
): Promise<PaymentIntent | undefined> {
  // Many charges may get their responses at once, so this yields to other work
  await yieldToEventLoop();
  const at = paying.clock().toISOString();
  return write(paying.db, async (tx) => {
    const intent = await settleIntent(tx, id, result, at);
    if (!intent) return undefined;
    await postPaymentToLedger(tx, intent, at);
    if (intent.kind === 'charge' && intent.fee === null) {
      await queueIntentRefresh(tx, id, { because: 'fee', due: addMs(at, feeDelay), at });
    }
    const outcomes = findHandler(paying, intent);
    await (intent.kind === 'charge' ? outcomes?.onSettled : outcomes?.onRefunded)?.(tx, intent, at);
    return intent;
  });
}

/** Records that a charge or refund wasn't made. Returns the intent if this call has closed it. */
export async function recordDecline(
  paying: PaymentServices,
  id: Id,
  why: { code: string; status?: 'declined' | 'abandoned'; providerId?: string },
): Promise<PaymentIntent | undefined> {
  const at = paying.clock().toISOString();
  return write(paying.db, async (tx) => {
    const intent = await declineIntent(tx, id, why, at);
    if (intent?.kind === 'charge') await findHandler(paying, intent)?.onDeclined?.(tx, intent, at);
    return intent;
  });
}

/** Records the provider's fee for a charge, once. */
export async function recordProcessingFee(
  { db, clock }: PaymentServices,
  id: Id,
  { fee }: Pick<ProviderPayment, 'fee'>,
): Promise<void> {
  if (fee === undefined) return;
  const at = clock().toISOString();
  await write(db, async (tx) => {
    const intent = await setIntentFee(tx, id, fee);
    if (intent) await postFeeToLedger(tx, intent, at);
  });
}

/** A charge or refund that has a result. */
export type ClosedIntent = Readonly<Omit<PaymentIntentTable, 'source' | 'verification'>> & {
  /** The way in which a refused refund was paid instead. Undefined if the money went to the card. */
  readonly paid_in?: ManualPaymentSource;
};

/** Handles the results of a feature's payments, once each, in the transaction that records them. */
export interface PaymentHandler {
  purpose: EntrySubject['about'];
  onSettled: (tx: DbTransaction, charge: ClosedIntent, at: Instant) => Promise<void>;
  /** Called if nobody was charged, because the card was declined or Square never got the request. */
  onDeclined?: (tx: DbTransaction, charge: ClosedIntent, at: Instant) => Promise<void>;
  onRefunded?: (tx: DbTransaction, refund: ClosedIntent, at: Instant) => Promise<void>;
  /** Called if a refused refund was dismissed, so that the society retains the money. */
  onDismissed?: (tx: DbTransaction, refund: ClosedIntent & { reason: string }, at: Instant) => Promise<void>;
}

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Called when payments are settled, declined or refunded, and when refused refunds are dismissed. */
    paymentOutcomes: readonly PaymentHandler[];
  }
}

/**
 * Posts a charge or refund to the ledger. It counts on the day on which it was requested, or made at Square, unless that
 * day's year is closed. The entry has the intent's id.
 */
export async function postPaymentToLedger(tx: DbTransaction, intent: PaymentIntent, at: Instant): Promise<void> {
  const { id, kind, environment, pence, provider_id: square_id, charge_id, user_id, created_at: providerAt } = intent;
  const entered = { id, at, pence, square_id, providerAt };
  if (kind === 'refund') {
    if (charge_id) await postEntry(tx, { ...entered, kind, charge_id });
    return;
  }
  const payer = user_id === null ? {} : { payer: { user_id } };
  await postEntry(tx, { ...entered, kind, environment, source: 'card', about: toEntrySubject(intent), ...payer });
  await postFeeToLedger(tx, intent, at);
}

/** Posts Square's fee for a charge, if it is known. */
async function postFeeToLedger(tx: DbTransaction, intent: PaymentIntent, at: Instant): Promise<void> {
  const { id, fee, provider_id: square_id, created_at: providerAt } = intent;
  if (!fee) return;
  const entered = { id: deriveId(`fee ${id}`), at, pence: fee, square_id, providerAt };
  await postEntry(tx, { ...entered, kind: 'fee', charge_id: id });
}

const toEntrySubject = ({ purpose, plan_id, show_id, label }: PaymentIntent) =>
  ({ about: purpose, label, ...(purpose === 'subscription' ? { plan_id } : { show_id }) }) as EntrySubject;
