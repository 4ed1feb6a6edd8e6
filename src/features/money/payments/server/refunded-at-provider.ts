import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, runInBatches } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { disputedPaymentReason, isExternalRefundFinal } from '../refund-issues.ts';
import type { ExternalRefundTable } from './tables.ts';

/** Selects external refunds and disputes that haven't been recorded in the ledger and may cost money. */
export const selectUnrecordedRefunds = (db: DbReader) =>
  db.selectFrom('external_refund').where('recorded_at', 'is', null).where('closed_at', 'is', null);

type UnrecordedRefund = Pick<ExternalRefundTable, 'kind' | 'state'>;

/** Adds up the pence of unrecorded external refunds, by the charges' ids. */
async function sumUnrecorded(
  db: DbReader,
  chargeIds: readonly Id[],
  counts: (row: UnrecordedRefund) => boolean,
): Promise<Map<Id, number>> {
  const sums = new Map<Id, number>();
  await runInBatches(chargeIds, async (some) => {
    const rows = await selectUnrecordedRefunds(db)
      .select(['charge_id', 'pence', 'kind', 'state'])
      .where('charge_id', 'in', some)
      .execute();
    for (const row of rows) {
      const id = row.charge_id ?? '';
      if (counts(row)) sums.set(id, (sums.get(id) ?? 0) + row.pence);
    }
  });
  return sums;
}

/**
 * Returns the pence that were refunded at Square without our request and aren't yet in the ledger, by the charges' ids.
 * A refund counts even while it is pending. A dispute counts once it is lost.
 */
export const sumRefundedAtProvider = (db: DbReader, chargeIds: readonly Id[]): Promise<Map<Id, number>> =>
  sumUnrecorded(db, chargeIds, (row) => row.kind === 'refund' || isExternalRefundFinal(row));

/** Returns the pence in disputes that the bank hasn't decided yet, by the charges' ids. */
export const sumDisputed = (db: DbReader, chargeIds: readonly Id[]): Promise<Map<Id, number>> =>
  sumUnrecorded(db, chargeIds, (row) => row.kind === 'dispute' && !isExternalRefundFinal(row));

/**
 * Lists the charges whose money may have come back to us: those with a dispute or a refund made at Square, and those
 * with a refused refund.
 */
export async function listUncertainCharges(db: DbReader): Promise<Id[]> {
  const refused = db
    .selectFrom('payment_intent')
    .select('charge_id')
    .where('kind', '=', 'refund')
    .where('status', 'in', ['declined', 'abandoned']);
  const rows = await db.selectFrom('external_refund').select('charge_id').union(refused).execute();
  return rows.flatMap(({ charge_id }) => charge_id ?? []);
}

/**
 * Refuses a refund of disputed payments. Otherwise the cardholder would be paid twice if the bank decides in their
 * favour.
 * @throws HttpError 409 while a dispute about one of the charges is undecided
 */
export async function refuseDisputedCharges(db: DbReader, chargeIds: readonly Id[]): Promise<void> {
  const disputed = await sumDisputed(db, chargeIds);
  if (disputed.size === 0) return;
  refuse(409, `${disputedPaymentReason} Nothing was refunded: answer the dispute in Square’s dashboard first.`);
}
