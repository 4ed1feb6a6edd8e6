import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Tables } from './schema.ts';

/** One more than a row's `version`: for a change that isn't based on a version, which a save under way must notice. */
export const nextVersion = sql<number>`version + 1`;

/**
 * Optimistic lock: updates one row if its version is still `version`, and increments the version. Returns the new
 * version; undefined, with nothing changed, if somebody has saved since or the row is missing. Without a `version` it
 * always overwrites. A row that two screens save has a version for each `column`.
 */
export async function updateVersionedRow<Row extends keyof Tables, From extends keyof Tables>(
  update: UpdateQueryBuilder<Tables, Row, From, UpdateResult>,
  version: number | undefined,
  column: 'version' | 'plan_version' | 'file_version' = 'version',
): Promise<number | undefined> {
  const moving = update.set({ [column]: sql<number>`${sql.ref(column)} + 1` } as never);
  const guarded = version === undefined ? moving : moving.where(sql<boolean>`${sql.ref(column)} = ${version}`);
  const saved = await guarded.returning(sql<number>`${sql.ref(column)}`.as('saved')).executeTakeFirst();
  return saved?.saved;
}
