import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, inBatches } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { disputedReason, isFinal } from '../refund-issues.ts';
import type { ExternalRefundTable } from './tables.ts';

/** Finds refunds, made or possible at Square, that aren't in the ledger. */
export const selectUnrecordedRefunds = (db: DbReader) =>
  db.selectFrom('external_refund').where('recorded_at', 'is', null).where('closed_at', 'is', null);

type UnrecordedRefund = Pick<ExternalRefundTable, 'kind' | 'state'>;

/** Adds up unrecorded pence of charges, by the charges' ids. */
async function sumUnrecorded(
  db: DbReader,
  chargeIds: readonly Id[],
  counts: (row: UnrecordedRefund) => boolean,
): Promise<Map<Id, number>> {
  const sums = new Map<Id, number>();
  await inBatches(chargeIds, async (some) => {
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
 * Pence of charges that went back at Square without our asking and aren't in the ledger yet, by the charges' ids. A
 * dispute counts once it is lost.
 */
export const sumRefundedAtSquare = (db: DbReader, chargeIds: readonly Id[]): Promise<Map<Id, number>> =>
  sumUnrecorded(db, chargeIds, (row) => row.kind === 'refund' || isFinal(row));

/** Pence of charges that cardholders dispute at their banks, undecided, by the charges' ids. */
export const sumDisputedAtSquare = (db: DbReader, chargeIds: readonly Id[]): Promise<Map<Id, number>> =>
  sumUnrecorded(db, chargeIds, (row) => row.kind === 'dispute' && !isFinal(row));

/**
 * Lists the charges whose money may have been returned to us: a cardholder disputed them, or somebody refunded them at
 * Square or here, and a bank may have decided otherwise since.
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
 * Refuses a refund of payments that a cardholder disputes: if the bank decides for them, they would be paid twice.
 * @throws 409 while a dispute of one of the charges is undecided
 */
export async function refuseDisputed(db: DbReader, chargeIds: readonly Id[]): Promise<void> {
  const disputed = await sumDisputedAtSquare(db, chargeIds);
  if (disputed.size === 0) return;
  refuse(409, `${disputedReason} Nothing was refunded: answer the dispute in Square’s dashboard first.`);
}
