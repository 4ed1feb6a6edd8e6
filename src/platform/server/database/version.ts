import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Tables } from './schema.ts';

/** One more than a row's `version`: for a change that isn't based on a version, which a save under way must notice. */
export const nextVersion = sql<number>`version + 1`;

/**
 * Changes the one row that `update` names, and increases its `version`: the one guard between two savers. Returns the
 * version that this makes, from which whoever saved goes on; undefined, with nothing changed, where somebody has saved
 * since `version` was read, or the row isn't there. Without a `version`, whatever is there is overwritten. A row that two
 * screens save has a version for each `column`.
 */
export async function updateVersion<Row extends keyof Tables, From extends keyof Tables>(
  update: UpdateQueryBuilder<Tables, Row, From, UpdateResult>,
  version: number | undefined,
  column: 'version' | 'plan_version' | 'file_version' = 'version',
): Promise<number | undefined> {
  const moving = update.set({ [column]: sql<number>`${sql.ref(column)} + 1` } as never);
  const guarded = version === undefined ? moving : moving.where(sql<boolean>`${sql.ref(column)} = ${version}`);
  const saved = await guarded.returning(sql<number>`${sql.ref(column)}`.as('saved')).executeTakeFirst();
  return saved?.saved;
}
