import { findEntry } from '#features/money/ledger/server/index.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';

/** Deletes the subscriptions that were paid for in practice: in a society of one's own nobody holds them. */
export async function deletePracticeSubscriptions(tx: DbTransaction): Promise<void> {
  const years = await tx.selectFrom('subscription_year').select(['subscription_id', 'entry_id']).execute();
  const held = new Set<string>();
  for (const { subscription_id, entry_id } of years) {
    if (entry_id !== null && !(await findEntry(tx, entry_id, 'practice'))) held.add(subscription_id);
  }
  const all = await tx.selectFrom('subscription').select('id').execute();
  for (const { id } of all) if (!held.has(id)) await tx.deleteFrom('subscription').where('id', '=', id).execute();
}
