import type { Square as Api } from 'square';
import { z } from 'zod';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type Work, workOn } from '#platform/server/jobs/work.ts';
import { earlier, hour, minute } from '#platform/shared/durations.ts';
import { askSquare, type Paying, recordCharge, recordDecline, recordFeeOf, recordRefund } from './ask-square.ts';
import { findIntent, type Intent, refreshKind } from './intents.ts';
import { listed, type Square } from './square.ts';

/**
 * For as long as that, asking again under the same key does it if it wasn't done: the buyer has just pressed the button.
 * After that nobody expects to be charged any more, and Square doesn't say for how long it knows a key.
 */
const asksAgainFor = hour;

/** Clocks differ, and what was asked may have taken its time. */
const margin = 5 * minute;

/** Square hasn't come to an end with it: the next attempt at the job looks again. */
class StillOpen extends Error {
  readonly code = 'EOPEN';
}

/** Asks Square what has become of payments: of those that a process left open, and of those that an event is about. */
export const refreshingIntents = (paying: Paying): Work =>
  workOn(
    { kind: refreshKind, name: 'Asking Square about payments', payload: z.object({ intent: z.string() }) },
    async ({ payload }) => {
      await refreshIntent(paying, payload.intent);
      return undefined;
    },
  );

/**
 * Brings an intent up to what Square has of it.
 * @throws where Square doesn't answer, or has not come to an end
 */
export async function refreshIntent(paying: Paying, id: Id): Promise<void> {
  const { db, square } = paying;
  const intent = await findIntent(db.read, id);
  if (!intent || !square || square.environment !== intent.environment) return;
  if (intent.status === 'settled') return lookForFee(paying, square, intent);
  if (intent.status !== 'open') return;
  await (intent.kind === 'charge' ? lookForCharge(paying, square, intent) : lookForRefund(paying, square, intent));
  if ((await findIntent(db.read, id))?.status === 'open') throw new StillOpen(`The payment ${id} is still open.`);
}

async function lookForFee(paying: Paying, square: Square, { id, kind, fee, provider_id }: Intent): Promise<void> {
  if (kind !== 'charge' || fee !== null) return;
  const { payment } = await square.ask('payments.get', { paymentId: provider_id });
  if (payment) await recordFeeOf(paying, id, payment);
}

const isYoung = ({ clock }: Paying, { created_at }: Intent) =>
  clock().getTime() - Date.parse(created_at) < asksAgainFor;

const since = ({ created_at }: Intent) => earlier(created_at, margin);

async function lookForCharge(paying: Paying, square: Square, intent: Intent): Promise<unknown> {
  let found: Api.Payment | undefined;
  const request = { beginTime: since(intent), locationId: intent.location };
  for await (const payment of listed((cursor) => square.ask('payments.list', { ...request, cursor }))) {
    // Of several under one name, one that went through is what counts
    if (payment.referenceId === intent.id && found?.status !== 'COMPLETED') found = payment;
  }
  if (found) return recordCharge(paying, intent.id, found);
  if (isYoung(paying, intent)) return askSquare(paying, intent.id, { again: true });
  await square.ask('payments.cancelByIdempotencyKey', { idempotencyKey: intent.id });
  return recordDecline(paying, intent.id, { code: 'NEVER_ASKED', status: 'abandoned' });
}

async function lookForRefund(paying: Paying, square: Square, intent: Intent): Promise<unknown> {
  if (intent.provider_id) {
    const { refund } = await square.ask('refunds.get', { refundId: intent.provider_id });
    return refund && recordRefund(paying, intent.id, refund);
  }
  if (isYoung(paying, intent)) return askSquare(paying, intent.id, { again: true });
  const found = await refundOf(paying, square, intent);
  if (found) return recordRefund(paying, intent.id, found);
  return recordDecline(paying, intent.id, { code: 'NEVER_ASKED', status: 'abandoned' });
}

/** Refunds have no room for our id: it is the one of that charge and amount that no other intent of ours has. */
async function refundOf({ db }: Paying, square: Square, intent: Intent): Promise<Api.PaymentRefund | undefined> {
  const { charge_id, pence } = intent;
  const charge = await findIntent(db.read, charge_id ?? '');
  const known = await db.read
    .selectFrom('payment_intent')
    .select('provider_id')
    .where('charge_id', '=', charge_id)
    .execute();
  const ours = new Set(known.map(({ provider_id }) => provider_id));
  const request = { beginTime: since(intent) };
  for await (const refund of listed((cursor) => square.ask('refunds.list', { ...request, cursor }))) {
    const isIt = refund.paymentId === charge?.provider_id && refund.amountMoney.amount === BigInt(pence);
    if (isIt && !ours.has(refund.id)) return refund;
  }
  return undefined;
}
