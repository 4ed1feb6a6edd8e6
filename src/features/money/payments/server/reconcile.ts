import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, hour, subtractMs } from '#platform/shared/dates/durations.ts';
import type { PaymentDifference } from '../contract.ts';
import { isExternalRefundVoid } from '../refund-issues.ts';
import {
  type ExternalRefundReport,
  findKnownProviderIds,
  saveExternalRefund,
  toDisputeReport,
  toRefundReport,
} from './external-refunds.ts';
import type { PaymentIntent } from './intents.ts';
import { type PaymentProvider, type ProviderPayment, requireProviderError } from './provider/payment-provider.ts';
import { refreshIntent } from './refresh-intent.ts';
import { type PaymentServices, recordProcessingFee } from './submit-intent.ts';
import type { PaymentDifferenceTable } from './tables.ts';

export const reconciliationJobKind = 'reconcile';

/**
 * Queues a comparison with the provider's list, which runs as soon as the site does, for example after a restore from a
 * backup.
 */
export const queueReconciliation = (tx: DbTransaction, now: Instant): Promise<boolean> =>
  queueJob(tx, { kind: reconciliationJobKind, key: `after ${now}`, due: now, at: now });

/** The period in milliseconds for which our payments are compared with the provider's each night. */
const comparedPeriod = 35 * day;

/** The period in milliseconds for which refunds at the provider are looked up. Square refunds payments for a year. */
const refundablePeriod = 366 * day;

/** The time in milliseconds for which a payment may still be in progress. */
const settlingTime = hour;

type FoundDifference = PaymentDifference & Pick<PaymentDifferenceTable, 'provider_id'>;

/** A payment, refund or dispute on the provider's list. `payment` is undefined for a refund or dispute. */
interface ProviderLine {
  id: string;
  pence: number;
  fee: number | undefined;
  reference: string;
  payment?: ProviderPayment;
}

/**
 * Compares our payments and refunds of the last five weeks with the provider's list, and looks up its refunds of the
 * last year and its disputes of any age. Refreshes open intents, records differences and external refunds for the
 * treasurer, and clears differences that have been resolved.
 */
export async function reconcileWithProvider(paying: PaymentServices): Promise<void> {
  const { db, clock, paymentProvider: provider } = paying;
  if (!provider) return;
  const { environment } = provider;
  const now = clock();
  const until = subtractMs(now, settlingTime);
  const from = subtractMs(now, comparedPeriod);
  await refreshOpenIntents(paying, environment, until);
  // Our intents are created slightly before the provider's payments
  const ours = await findIntentsSince(paying, environment, subtractMs(from, day));
  // Our intents may name locations that were ours until recently
  const locations = new Set([provider.locationId, ...ours.map(({ location }) => location)]);
  const listed = await Promise.all([...locations].map((location) => listPayments(provider, location, from)));
  const atProvider = await Promise.all(
    [...locations].map((location) => fetchRefundsAndDisputes(provider, location, subtractMs(now, refundablePeriod))),
  );
  const moved = atProvider.flat().filter((one) => !isExternalRefundVoid(one));
  const theirs = new Map([...listed.flat(), ...moved.map(toLine)].map((one) => [one.id, one]));
  const isListed = ({ created_at }: PaymentIntent) => created_at >= from && created_at < until;
  const differences: FoundDifference[] = [];
  for (const intent of ours) {
    const other = theirs.get(intent.provider_id);
    theirs.delete(intent.provider_id);
    if (intent.status === 'settled' && (other || isListed(intent)))
      differences.push(...(await compareWithProvider(paying, intent, other)));
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
  const known = await findKnownProviderIds(
    db.read,
    environment,
    atProvider.flat().map(({ provider_id }) => provider_id),
  );
  for (const found of atProvider.flat()) {
    if (known.has(found.provider_id)) continue;
    await write(db, (tx) => saveExternalRefund(tx, environment, found, now.toISOString()));
  }
}

/**
 * Refreshes all intents created before `before` that are still open, in case their own job gave up or was lost. If one
 * intent fails, the others are still refreshed.
 */
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

/** Lists the completed payments at a location since a time. */
async function listPayments(provider: PaymentProvider, locationId: string, since: Instant): Promise<ProviderLine[]> {
  const found: ProviderLine[] = [];
  for await (const payment of provider.listPayments({ since, locationId })) {
    if (payment.status !== 'COMPLETED') continue;
    const { id, pence, fee, reference } = payment;
    found.push({ id, pence, fee, reference, payment });
  }
  return found;
}

/** Lists the refunds at a location since a time, and all its disputes, in any state. */
async function fetchRefundsAndDisputes(
  provider: PaymentProvider,
  locationId: string,
  since: Instant,
): Promise<ExternalRefundReport[]> {
  const found: ExternalRefundReport[] = [];
  for await (const refund of provider.listRefunds({ since, locationId })) found.push(toRefundReport(refund));
  try {
    for await (const dispute of provider.listDisputes({ locationId })) found.push(toDisputeReport(dispute));
  } catch (error) {
    // If the access token may not read disputes, the rest is still compared
    if (requireProviderError(error).reason !== 'credentials') throw error;
  }
  return found;
}

const toLine = ({ provider_id: id, pence }: ExternalRefundReport): ProviderLine => ({
  id,
  pence,
  fee: undefined,
  reference: '',
});

async function compareWithProvider(
  paying: PaymentServices,
  intent: PaymentIntent,
  theirs: ProviderLine | undefined,
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
    id: deriveId(`${environment} ${difference.what} ${difference.provider_id}`),
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
