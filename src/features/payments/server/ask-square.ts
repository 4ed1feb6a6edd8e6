import type { Square as Api } from 'square';
import type { Id } from '#platform/server/crypto/ids.ts';
import { writeQuietly, writeSale } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { bookFee, bookPayment } from './book.ts';
import {
  declineIntent,
  findIntent,
  type Intent,
  nameIntent,
  queueLook,
  recordFee,
  type Settlement,
  settleIntent,
} from './intents.ts';
import type { PaymentOutcomes } from './outcomes.ts';
import { type Refused, refusalIn, type Square } from './square.ts';

export type Paying = Pick<Services, 'db' | 'clock' | 'square' | 'all'>;

/** What has become of an intent; `open` while nobody knows, which a job finds out. */
export interface Outcome {
  id: Id;
  status: Intent['status'];
  /** Square's code where it was declined. */
  code: string;
}

const outcomeOf = ({ id, status, declined_because }: Intent): Outcome => ({ id, status, code: declined_because });

/** Pence from Square's amount. */
export const penceOf = (money: Api.Money | undefined): number => Number(money?.amount ?? 0n);

/** Pence that Square keeps of a payment; undefined until it says. */
export const feeOf = ({ processingFee }: Pick<Api.Payment, 'processingFee'>): number | undefined =>
  processingFee?.reduce((sum, { amountMoney }) => sum + penceOf(amountMoney), 0);

/** Square reckons its fee some seconds after the charge. */
const feeKnownAfter = 10 * 60_000;

/** Codes that say that something else was done under the same key or with the same token: the list shows what. */
const saysNothing = new Set(['IDEMPOTENCY_KEY_REUSED', 'CARD_TOKEN_USED', 'SOURCE_USED']);

/**
 * Asks Square to do what an intent says, under its key: as often as one likes, it is done once. What it answers is
 * recorded; no answer leaves the intent open.
 */
export async function askSquare(paying: Paying, id: Id, how: { again?: boolean } = {}): Promise<Outcome> {
  const { db, square } = paying;
  const intent = await findIntent(db.read, id);
  if (!intent) throw new Error(`There is no payment ${id}.`);
  if (intent.status !== 'open' || square?.environment !== intent.environment) return outcomeOf(intent);
  try {
    await (intent.kind === 'charge' ? askForCharge(paying, square, intent) : askForRefund(paying, square, intent));
  } catch (error) {
    const refused = refusalIn(error);
    if (isAnswer(refused, how)) await recordDecline(paying, id, { code: refused.code });
  }
  const now = await findIntent(db.read, id);
  return outcomeOf(now ?? intent);
}

const isAnswer = ({ code, isFinal }: Refused, { again = false }: { again?: boolean }) =>
  isFinal && !(again && saysNothing.has(code)) && code !== 'IDEMPOTENCY_KEY_REUSED';

async function askForCharge(paying: Paying, square: Square, intent: Intent): Promise<void> {
  const { payment } = await square.ask('payments.create', {
    idempotencyKey: intent.id,
    sourceId: intent.source,
    amountMoney: { amount: BigInt(intent.pence), currency: 'GBP' },
    locationId: intent.location,
    referenceId: intent.id,
    note: intent.note,
    ...(intent.customer ? { customerId: intent.customer } : {}),
    ...(intent.verification ? { verificationToken: intent.verification } : {}),
  });
  if (payment) await recordCharge(paying, intent.id, payment);
}

/** Records what Square says of a charge; nothing while it is under way. */
export async function recordCharge(paying: Paying, id: Id, payment: Api.Payment): Promise<void> {
  const { id: providerId = '', status, cardDetails } = payment;
  if (status === 'COMPLETED') {
    const { cardBrand = '', last4 = '' } = cardDetails?.card ?? {};
    return recordSettled(paying, id, { providerId, cardBrand, last4, fee: feeOf(payment) });
  }
  if (status === 'FAILED' || status === 'CANCELED') {
    const code = cardDetails?.errors?.[0]?.code ?? status;
    return recordDecline(paying, id, { code, providerId });
  }
}

async function askForRefund(paying: Paying, square: Square, intent: Intent): Promise<void> {
  const charge = await findIntent(paying.db.read, intent.charge_id ?? '');
  if (!charge) throw new Error(`The refund ${intent.id} is of no charge.`);
  const { refund } = await square.ask('refunds.refundPayment', {
    idempotencyKey: intent.id,
    paymentId: charge.provider_id,
    amountMoney: { amount: BigInt(intent.pence), currency: 'GBP' },
    reason: intent.note,
  });
  if (refund) await recordRefund(paying, intent.id, refund);
}

/** Records what Square says of a refund: its id, too, while it is under way. */
export async function recordRefund(paying: Paying, id: Id, refund: Api.PaymentRefund): Promise<void> {
  const { status, id: providerId } = refund;
  if (status === 'COMPLETED') return recordSettled(paying, id, { providerId });
  if (status === 'REJECTED' || status === 'FAILED') return recordDecline(paying, id, { code: status, providerId });
  await writeQuietly(paying.db, (tx) => nameIntent(tx, id, providerId));
}

const watching = ({ all }: Paying, { purpose }: Intent): PaymentOutcomes | undefined =>
  all('paymentOutcomes').find((outcomes) => outcomes.purpose === purpose);

async function recordSettled(paying: Paying, id: Id, settlement: Settlement): Promise<void> {
  const at = paying.clock().toISOString();
  await writeSale(paying.db, async (tx) => {
    const intent = await settleIntent(tx, id, settlement, at);
    if (!intent) return;
    await bookPayment(tx, intent, at);
    if (intent.kind === 'charge' && intent.fee === null) {
      await queueLook(tx, id, { because: 'fee', due: new Date(Date.parse(at) + feeKnownAfter).toISOString(), at });
    }
    const outcomes = watching(paying, intent);
    await (intent.kind === 'charge' ? outcomes?.settled : outcomes?.refunded)?.(tx, intent, at);
  });
}

/** Records that nobody was charged. */
export async function recordDecline(
  paying: Paying,
  id: Id,
  why: { code: string; status?: 'declined' | 'abandoned'; providerId?: string },
): Promise<void> {
  const at = paying.clock().toISOString();
  await writeQuietly(paying.db, async (tx) => {
    const intent = await declineIntent(tx, id, why, at);
    if (intent?.kind === 'charge') await watching(paying, intent)?.declined?.(tx, intent, at);
  });
}

/** Records what Square has kept of a charge, once. */
export async function recordFeeOf({ db, clock }: Paying, id: Id, payment: Api.Payment): Promise<void> {
  const fee = feeOf(payment);
  if (fee === undefined) return;
  const at = clock().toISOString();
  await writeSale(db, async (tx) => {
    const intent = await recordFee(tx, id, fee);
    if (intent) await bookFee(tx, intent, at);
  });
}
