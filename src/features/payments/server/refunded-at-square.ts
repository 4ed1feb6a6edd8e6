import type { Id } from '#platform/server/crypto/ids.ts';
import { inBatches, type Reading } from '#platform/server/database/index.ts';
import { isFinal } from '../external-refunds.ts';

/** What went back at Square, or may, and isn't in the ledger. */
export const unrecorded = (db: Reading) =>
  db.selectFrom('external_refund').where('recorded_at', 'is', null).where('closed_at', 'is', null);

/**
 * Pence of charges that went back at Square without our asking and aren't in the ledger yet, by the charges' ids. A
 * dispute counts once it is lost.
 */
export async function refundedAtSquare(db: Reading, chargeIds: readonly Id[]): Promise<Map<Id, number>> {
  const sums = new Map<Id, number>();
  await inBatches(chargeIds, async (some) => {
    const rows = await unrecorded(db)
      .select(['charge_id', 'pence', 'kind', 'state'])
      .where('charge_id', 'in', some)
      .execute();
    for (const row of rows) {
      const id = row.charge_id ?? '';
      if (row.kind === 'refund' || isFinal(row)) sums.set(id, (sums.get(id) ?? 0) + row.pence);
    }
  });
  return sums;
}
