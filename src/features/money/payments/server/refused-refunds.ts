import type { ManualSource, PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { deterministicId, type Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { createRefundIntent, findIntent, getRefundableAmount, type Intent } from './intents.ts';
import { getNextRefundAttempt } from './refund.ts';
import type { PaymentServices } from './submit-intent.ts';

const selectRefusedRefunds = (db: DbReader) =>
  db
    .selectFrom('payment_intent')
    .selectAll()
    .where('kind', '=', 'refund')
    .where('status', 'in', ['declined', 'abandoned'])
    .where('resolution', '=', '');

/** Returns the refunds that Square refused and nobody has settled, the oldest first. */
export const listRefusedRefunds = (db: DbReader, environment: PaymentEnvironment): Promise<Intent[]> =>
  selectRefusedRefunds(db).where('environment', '=', environment).orderBy('settled_at').orderBy('id').execute();

/** Returns one of them; undefined if it was settled. */
export const findRefusedRefund = (db: DbReader, id: Id): Promise<Intent | undefined> =>
  selectRefusedRefunds(db).where('id', '=', id).executeTakeFirst();

/** Returns all refunds of charges that Square ever refused, settled or not. */
export async function listRefusedRefundsOfCharges(db: DbReader, chargeIds: readonly Id[]): Promise<Intent[]> {
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
 * Records another attempt at a refused refund, in the same amount. `finishRefund` calls Square for it afterwards.
 * @returns the new refund's id; "too much" if less than that is left of the charge, undefined if it was settled
 */
export async function retryRefusedRefund(
  tx: DbTransaction,
  id: Id,
  { as, at, by }: { as: Id; at: Instant; by: Id },
): Promise<Id | 'too much' | undefined> {
  const intent = await findRefusedRefund(tx, id);
  if (!intent?.charge_id) return undefined;
  const { charge_id: chargeId, pence, note: reason, ends, environment } = intent;
  const attempt = await getNextRefundAttempt(tx, chargeId);
  const refund = { chargeId, pence, reason, ends: ends === 1, attempt, by };
  const opened = await createRefundIntent(tx, refund, { id: as, environment, at });
  if (typeof opened === 'string') return 'too much';
  // Another one opened for this amount has settled this one too
  return opened.id;
}

/**
 * Settles a refused refund without Square: somebody has paid the money out, which is posted to the ledger, or nothing
 * is owed any more.
 * @returns the refund; "too much" if less than that is left of the charge, undefined if it was settled
 */
export async function settleRefusedRefund(
  tx: DbTransaction,
  { all }: Pick<PaymentServices, 'all'>,
  id: Id,
  { how, reason, by, at }: { how: ManualSource | 'dismissed'; reason: string; by: Id | null; at: Instant },
): Promise<Intent | 'too much' | undefined> {
  const intent = await findRefusedRefund(tx, id);
  if (!intent?.charge_id) return undefined;
  const charge = await findIntent(tx, intent.charge_id);
  if (!charge) return undefined;
  const outcomes = all('paymentOutcomes').find(({ purpose }) => purpose === charge.purpose);
  if (how === 'dismissed') {
    await outcomes?.dismissed?.(tx, { ...intent, reason }, at);
  } else {
    if (intent.pence > (await getRefundableAmount(tx, charge.id))) return 'too much';
    const { pence } = intent;
    const entry = deterministicId(`paid ${id}`);
    await postEntry(tx, {
      kind: 'refund',
      id: entry,
      at,
      pence,
      charge_id: charge.id,
      paid_in: how,
      note: { reason: reason || intent.note, by },
    });
    await outcomes?.refunded?.(tx, { ...intent, id: entry, paid_in: how }, at);
  }
  await tx.updateTable('payment_intent').set({ resolution: how, resolved_at: at }).where('id', '=', id).execute();
  return intent;
}
