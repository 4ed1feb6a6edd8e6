import type { Square as Api } from 'square';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, earlier, later, minute } from '#platform/shared/dates/durations.ts';
import {
  declineIntent,
  enqueueRefresh,
  findIntent,
  type PaymentIntent,
  recordFee,
  type SquareSettlement,
  setProviderId,
  settleIntent,
} from './intents.ts';
import type { PaymentHandler } from './payment-handler.ts';
import { postFeeToLedger, postPaymentToLedger } from './post-to-ledger.ts';
import { iteratePages, parseRefusal, type RefusalDetails, type Square } from './square.ts';

export type PaymentServices = Pick<Services, 'db' | 'clock' | 'square' | 'all'>;

/** The result of an intent. `open` means that it isn't known yet and a job will find out. */
export interface IntentOutcome {
  id: Id;
  status: PaymentIntent['status'];
  /** Square's code if the charge or refund was declined. */
  code: string;
}

const toOutcome = ({ id, status, declined_because }: PaymentIntent): IntentOutcome => ({
  id,
  status,
  code: declined_because,
});

/** Converts Square's amount to pence. */
export const toPence = (money: Api.Money | undefined): number => Number(money?.amount ?? 0n);

/** Returns the pence of Square's fee for a payment. Undefined until it is known. */
export const sumProcessingFees = ({ processingFee }: Pick<Api.Payment, 'processingFee'>): number | undefined =>
  processingFee?.reduce((sum, { amountMoney }) => sum + toPence(amountMoney), 0);

/** The time in milliseconds after which Square's fee is looked up. Square calculates it seconds after the charge. */
const feeDelay = 10 * minute;

const reusedKeyCode = 'IDEMPOTENCY_KEY_REUSED';

/**
 * Codes that mean that an earlier request used the key or token. Only Square's list shows if that request succeeded.
 */
const inconclusiveCodes = new Set([reusedKeyCode, 'CARD_TOKEN_USED', 'SOURCE_USED']);

/**
 * The period in milliseconds in which the payment for a reused key is searched for. A site restored from a backup may
 * repeat a renewal with its old key but another card or plan. Renewals are retried for less time than this.
 */
const reusedKeyPeriod = 100 * day;

/**
 * Submits an intent to Square under its idempotency key and records the result. Without a response the intent stays
 * open. `again` means that it may have been submitted before.
 */
export async function submitIntent(
  paying: PaymentServices,
  id: Id,
  how: { again?: boolean } = {},
): Promise<IntentOutcome> {
  const { db, square } = paying;
  const intent = await findIntent(db.read, id);
  if (!intent) throw new Error(`There is no payment ${id}.`);
  if (intent.status !== 'open' || square?.environment !== intent.environment) return toOutcome(intent);
  const asking =
    intent.kind === 'charge' ? requestCharge(paying, square, intent) : requestRefund(paying, square, intent);
  const ended = await asking.catch(async (error: unknown) => {
    const refused = parseRefusal(error);
    if (refused.code === reusedKeyCode && intent.kind === 'charge')
      return recordPaymentForReusedKey(paying, square, intent);
    return isConclusive(refused, how) ? recordDecline(paying, id, { code: refused.code }) : undefined;
  });
  // The intent is still open, or another request has closed it
  return toOutcome(ended ?? (await findIntent(db.read, id)) ?? intent);
}

/**
 * Returns true if a refusal means that nothing was charged. On a retry, some refusals say nothing about the first
 * request.
 */
const isConclusive = ({ code, isFinal, isAuthError }: RefusalDetails, { again = false }: { again?: boolean }) =>
  isFinal && !(again && (isAuthError || inconclusiveCodes.has(code))) && code !== reusedKeyCode;

/** Requests a charge. Returns the intent if the response has closed it. */
async function requestCharge(
  paying: PaymentServices,
  square: Square,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  const { payment } = await square.call('payments.create', {
    idempotencyKey: intent.id,
    sourceId: intent.source,
    amountMoney: { amount: BigInt(intent.pence), currency: 'GBP' },
    locationId: intent.location,
    referenceId: intent.id,
    note: intent.note,
    ...(intent.customer ? { customerId: intent.customer } : {}),
    ...(intent.verification ? { verificationToken: intent.verification } : {}),
  });
  return payment && recordCharge(paying, intent.id, payment);
}

/** Finds Square's payment for an intent among the payments since `beginTime`. */
export async function findSquarePayment(
  square: Square,
  { id, location: locationId }: PaymentIntent,
  beginTime: Instant,
): Promise<Api.Payment | undefined> {
  let found: Api.Payment | undefined;
  for await (const payment of iteratePages((cursor) =>
    square.call('payments.list', { beginTime, locationId, cursor }),
  )) {
    // If several payments have this reference, a completed one counts
    if (payment.referenceId === id && found?.status !== 'COMPLETED') found = payment;
  }
  return found;
}

/** Records the payment that Square has already made for this key. Returns the intent if this call has closed it. */
export async function recordPaymentForReusedKey(
  paying: PaymentServices,
  square: Square,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  const found = await findSquarePayment(square, intent, earlier(intent.created_at, reusedKeyPeriod)).catch(
    (error: unknown) => {
      // The intent stays open if Square can't be reached
      parseRefusal(error);
      return undefined;
    },
  );
  return found && recordCharge(paying, intent.id, found);
}

/** Records Square's result of a charge, unless it is pending. Returns the intent if this call has closed it. */
export async function recordCharge(
  paying: PaymentServices,
  id: Id,
  payment: Api.Payment,
): Promise<PaymentIntent | undefined> {
  const { id: providerId = '', status, cardDetails } = payment;
  if (status === 'COMPLETED') {
    const { cardBrand = '', last4 = '' } = cardDetails?.card ?? {};
    return recordSettled(paying, id, { providerId, cardBrand, last4, fee: sumProcessingFees(payment) });
  }
  if (status === 'FAILED' || status === 'CANCELED') {
    const code = cardDetails?.errors?.[0]?.code ?? status;
    return recordDecline(paying, id, { code, providerId });
  }
  return undefined;
}

async function requestRefund(
  paying: PaymentServices,
  square: Square,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  const charge = await findIntent(paying.db.read, intent.charge_id ?? '');
  if (!charge) throw new Error(`The refund ${intent.id} is of no charge.`);
  const { refund } = await square.call('refunds.refundPayment', {
    idempotencyKey: intent.id,
    paymentId: charge.provider_id,
    amountMoney: { amount: BigInt(intent.pence), currency: 'GBP' },
    reason: intent.note,
  });
  return refund && recordRefund(paying, intent.id, refund);
}

/**
 * Records Square's result of a refund, or only its id while it is pending. Returns the intent if this call has closed
 * it.
 */
export async function recordRefund(
  paying: PaymentServices,
  id: Id,
  refund: Api.PaymentRefund,
): Promise<PaymentIntent | undefined> {
  const { status, id: providerId } = refund;
  if (status === 'COMPLETED') return recordSettled(paying, id, { providerId });
  if (status === 'REJECTED' || status === 'FAILED') return recordDecline(paying, id, { code: status, providerId });
  await write(paying.db, (tx) => setProviderId(tx, id, providerId));
  return undefined;
}

const findHandler = ({ all }: PaymentServices, { purpose }: PaymentIntent): PaymentHandler | undefined =>
  all('paymentOutcomes').find((outcomes) => outcomes.purpose === purpose);

async function recordSettled(
  paying: PaymentServices,
  id: Id,
  settlement: SquareSettlement,
): Promise<PaymentIntent | undefined> {
  // Many charges may get their responses at once, so other work must be able to run in between
  await yieldToEventLoop();
  const at = paying.clock().toISOString();
  return write(paying.db, async (tx) => {
    const intent = await settleIntent(tx, id, settlement, at);
    if (!intent) return undefined;
    await postPaymentToLedger(tx, intent, at);
    if (intent.kind === 'charge' && intent.fee === null) {
      await enqueueRefresh(tx, id, { because: 'fee', due: later(at, feeDelay), at });
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

/** Records Square's fee for a charge, once. */
export async function recordProcessingFee({ db, clock }: PaymentServices, id: Id, payment: Api.Payment): Promise<void> {
  const fee = sumProcessingFees(payment);
  if (fee === undefined) return;
  const at = clock().toISOString();
  await write(db, async (tx) => {
    const intent = await recordFee(tx, id, fee);
    if (intent) await postFeeToLedger(tx, intent, at);
  });
}
