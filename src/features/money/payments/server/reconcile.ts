import type { Square as Api } from 'square';
import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, earlier, hour } from '#platform/shared/dates/durations.ts';
import type { PaymentDifference } from '../contract.ts';
import { isExternalRefundVoid } from '../refund-issues.ts';
import {
  type ExternalRefundReport,
  findKnownSquareIds,
  parseSquareDispute,
  parseSquareRefund,
  saveExternalRefund,
} from './external-refunds.ts';
import type { PaymentIntent } from './intents.ts';
import { refreshIntent } from './refresh-intent.ts';
import { iteratePages, parseRefusal, type Square } from './square.ts';
import { type PaymentServices, recordProcessingFee, sumProcessingFees, toPence } from './submit-intent.ts';
import type { PaymentDifferenceTable } from './tables.ts';

/** The period in milliseconds for which our payments are compared with Square's each night. */
const comparedPeriod = 35 * day;

/** Refunds are compared for a year, because Square refunds payments for that long. */
const refundablePeriod = 366 * day;

/** A payment younger than this may still be in progress. */
const settlingTime = hour;

type FoundDifference = PaymentDifference & Pick<PaymentDifferenceTable, 'provider_id'>;

/** A payment or refund on Square's list. */
interface SquareLine {
  id: string;
  pence: number;
  fee: number | undefined;
  reference: string;
  payment?: Api.Payment;
}

/**
 * Compares the payments and refunds of the last weeks with Square's list. Refreshes open intents, records differences
 * and external refunds for the treasurer, and clears differences that have been resolved.
 */
export async function reconcileWithSquare(paying: PaymentServices): Promise<void> {
  const { db, clock, square } = paying;
  if (!square) return;
  const { environment } = square;
  const now = clock();
  const until = earlier(now, settlingTime);
  const from = earlier(now, comparedPeriod);
  await refreshOpenIntents(paying, environment, until);
  // Our intents are a little older than Square's payments
  const ours = await findIntentsSince(paying, environment, earlier(from, day));
  // Our intents may also name locations that were ours until recently
  const locations = new Set([square.locationId, ...ours.map(({ location }) => location)]);
  const listed = await Promise.all([...locations].map((location) => listSquarePayments(square, location, from)));
  const atSquare = await Promise.all(
    [...locations].map((location) => listSquareRefunds(square, location, earlier(now, refundablePeriod))),
  );
  const back = atSquare.flat().filter((one) => !isExternalRefundVoid(one));
  const theirs = new Map([...listed.flat(), ...back.map(toSquareLine)].map((one) => [one.id, one]));
  const isListed = ({ created_at }: PaymentIntent) => created_at >= from && created_at < until;
  const differences: FoundDifference[] = [];
  for (const intent of ours) {
    const other = theirs.get(intent.provider_id);
    theirs.delete(intent.provider_id);
    if (intent.status === 'settled' && (other || isListed(intent)))
      differences.push(...(await compareWithSquare(paying, intent, other)));
    else if (other && intent.status !== 'open') {
      differences.push({ provider_id: other.id, what: 'status', ours: null, theirs: other.pence });
    }
  }
  // A second payment for a settled intent counts as unknown too
  const open = new Set(ours.filter(({ status }) => status === 'open').map(({ id }) => id));
  for (const { id, pence, reference, payment } of theirs.values()) {
    if (!payment || open.has(reference)) continue;
    differences.push({ provider_id: id, what: 'unknown here', ours: null, theirs: pence });
  }
  await write(db, (tx) => recordDifferences(tx, environment, differences, now.toISOString()));
  const known = await findKnownSquareIds(
    db.read,
    environment,
    atSquare.flat().map(({ provider_id }) => provider_id),
  );
  for (const found of atSquare.flat()) {
    if (known.has(found.provider_id)) continue;
    await write(db, (tx) => saveExternalRefund(tx, environment, found, now.toISOString()));
  }
}

/** Refreshes open intents whose own job gave up or was lost. If one intent fails, the others are still refreshed. */
async function refreshOpenIntents(
  paying: PaymentServices,
  environment: PaymentEnvironment,
  before: Instant,
): Promise<void> {
  const open = await paying.db.read
    .selectFrom('payment_intent')
    .select('id')
    .where('environment', '=', environment)
    .where('status', '=', 'open')
    .where('created_at', '<', before)
    .execute();
  for (const { id } of open) await refreshIntent(paying, id).catch(() => undefined);
}

const findIntentsSince = (
  { db }: PaymentServices,
  environment: PaymentEnvironment,
  from: Instant,
): Promise<PaymentIntent[]> =>
  db.read
    .selectFrom('payment_intent')
    .selectAll()
    .where('environment', '=', environment)
    .where('created_at', '>=', from)
    .orderBy('created_at')
    .execute();

/** Lists the completed payments at a location since `from`. */
async function listSquarePayments(square: Square, locationId: string, from: Instant): Promise<SquareLine[]> {
  const request = { beginTime: from, locationId };
  const found: SquareLine[] = [];
  for await (const payment of iteratePages((cursor) => square.call('payments.list', { ...request, cursor }))) {
    if (payment.status !== 'COMPLETED') continue;
    const { id = '', referenceId: reference = '' } = payment;
    found.push({ id, pence: toPence(payment.amountMoney), fee: sumProcessingFees(payment), reference, payment });
  }
  return found;
}

/** Lists the refunds at a location since `from`, and all its disputes, in any state. */
async function listSquareRefunds(square: Square, locationId: string, from: Instant): Promise<ExternalRefundReport[]> {
  const found: ExternalRefundReport[] = [];
  const request = { beginTime: from, locationId };
  for await (const refund of iteratePages((cursor) => square.call('refunds.list', { ...request, cursor }))) {
    found.push(parseSquareRefund(refund));
  }
  try {
    for await (const dispute of iteratePages((cursor) => square.call('disputes.list', { locationId, cursor }))) {
      found.push(parseSquareDispute(dispute));
    }
  } catch (error) {
    // If the access token has no right to read disputes, everything else is still compared
    if (!parseRefusal(error).isAuthError) throw error;
  }
  return found;
}

const toSquareLine = ({ provider_id: id, pence }: ExternalRefundReport): SquareLine => ({
  id,
  pence,
  fee: undefined,
  reference: '',
});

async function compareWithSquare(
  paying: PaymentServices,
  intent: PaymentIntent,
  theirs: SquareLine | undefined,
): Promise<FoundDifference[]> {
  const { id, provider_id, pence, fee } = intent;
  if (!theirs) return [{ provider_id, what: 'unknown there', ours: pence, theirs: null }];
  if (fee === null && theirs.payment) await recordProcessingFee(paying, id, theirs.payment);
  const feesDiffer = fee !== null && theirs.fee !== undefined && fee !== theirs.fee;
  return [
    ...(pence === theirs.pence ? [] : [{ provider_id, what: 'amount' as const, ours: pence, theirs: theirs.pence }]),
    ...(feesDiffer ? [{ provider_id, what: 'fee' as const, ours: fee, theirs: theirs.fee ?? null }] : []),
  ];
}

async function recordDifferences(
  tx: DbTransaction,
  environment: PaymentEnvironment,
  differences: readonly FoundDifference[],
  at: Instant,
): Promise<void> {
  const rows = differences.map((difference) => ({
    ...difference,
    id: deterministicId(`${environment} ${difference.what} ${difference.provider_id}`),
  }));
  const ids = new Set(rows.map(({ id }) => id));
  const open = await tx
    .selectFrom('payment_difference')
    .select('id')
    .where('environment', '=', environment)
    .where('cleared_at', 'is', null)
    .execute();
  for (const { id } of open) {
    if (!ids.has(id)) await tx.updateTable('payment_difference').set({ cleared_at: at }).where('id', '=', id).execute();
  }
  for (const row of rows) {
    const { ours, theirs } = row;
    await tx
      .insertInto('payment_difference')
      .values({ ...row, environment, found_at: at, cleared_at: null, dismissed_at: null })
      .onConflict((clash) => clash.column('id').doUpdateSet({ ours, theirs, cleared_at: null }))
      .execute();
  }
}
