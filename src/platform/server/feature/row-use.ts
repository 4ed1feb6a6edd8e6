import type { Id } from '../crypto/ids.ts';
import { type DbReader, runInBatches, type Tables } from '../database/index.ts';

/** A column that refers to another feature's rows, with a description of that use. */
export interface RowUse {
  /** The table referred to. */
  of: keyof Tables;
  table: keyof Tables;
  column: string;
  /** The reason why the row is in use, as a statement about it: "it has photos". */
  reason: string;
}

/** Finds which of these rows other features use, with the reason. */
export async function findRowUses(
  db: DbReader,
  uses: readonly RowUse[],
  of: RowUse['of'],
  ids: readonly Id[],
): Promise<Map<Id, string>> {
  const found = new Map<Id, string>();
  for (const { table, column, reason } of uses.filter((use) => use.of === of)) {
    await runInBatches(ids, async (batch) => {
      const from = db.selectFrom(table as 'credit');
      const rows = await from
        .select(column as 'show_id')
        .distinct()
        .where(column as 'show_id', 'in', batch)
        .execute();
      for (const row of rows) found.set((row as unknown as Record<string, string>)[column] ?? '', reason);
    });
  }
  return found;
}
