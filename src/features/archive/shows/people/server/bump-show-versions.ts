import type { SelectQueryBuilder } from 'kysely';
import { type DbTransaction, incrementedVersion, type Tables } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

type Credits = SelectQueryBuilder<Tables, 'credit', { show_id: string }>;

/** Increases the version of every show that has one of these credits, so that a save that began earlier is refused. */
export async function bumpShowVersions(
  tx: DbTransaction,
  these: (credits: Credits) => Credits,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('show')
    .set({ updated_at: now, version: incrementedVersion, updated_by: null })
    .where('id', 'in', these(tx.selectFrom('credit').select('show_id')))
    .execute();
}
