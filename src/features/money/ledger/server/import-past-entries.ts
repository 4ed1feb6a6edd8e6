import { type DbTransaction, inBatches } from '#platform/server/database/index.ts';
import { toCalendarDate } from '#platform/shared/dates/dates.ts';
import type { NewEntry } from './post-entry.ts';
import type { EntryTable, PayerTable } from './tables.ts';

/**
 * Posts many past entries at once to a ledger without any of them, as the demo does: charges before their fees and
 * refunds, and payers by their account.
 */
export async function importPastEntries(
  tx: DbTransaction,
  entries: readonly NewEntry[],
  timeZone: string,
): Promise<void> {
  const payers = new Map<string, PayerTable>();
  const rows = new Map<string, EntryTable>();
  for (const entry of entries) {
    const { id, at, kind, pence, square_id = null, day = entry.providerDay ?? toCalendarDate(at, timeZone) } = entry;
    const own = { id, at, day, kind, amount: kind === 'charge' ? pence : -pence, square_id, corrects: null };
    if (entry.kind === 'charge') {
      const { environment, source, about, payer } = entry;
      const user_id = payer && 'user_id' in payer ? payer.user_id : '';
      if (user_id !== '' && !payers.has(user_id)) payers.set(user_id, { id, user_id, account_id: null, name: '' });
      const payer_id = payers.get(user_id)?.id ?? null;
      rows.set(id, { plan_id: '', show_id: '', ...about, environment, source, payer_id, charge_id: null, ...own });
    } else {
      const charge = rows.get(entry.charge_id);
      if (!charge) throw new Error(`There is no charge ${entry.charge_id}`);
      rows.set(id, { ...charge, charge_id: charge.id, ...own });
    }
  }
  await inBatches([...payers.values()], (batch) =>
    tx
      .insertInto('payer')
      .values([...batch])
      .execute(),
  );
  await inBatches([...rows.values()], (batch) =>
    tx
      .insertInto('entry')
      .values([...batch])
      .execute(),
  );
}
