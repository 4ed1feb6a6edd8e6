import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Tables } from './schema.ts';

/** A row's `version` plus one. For a change that isn't based on a version, but that a concurrent save must notice. */
export const incrementedVersion = sql<number>`version + 1`;

/** The version columns, each with the column of the user who saved that version. */
const savers = { version: 'updated_by', plan_version: 'plan_updated_by', file_version: 'file_updated_by' } as const;

/**
 * Updates one row if its version is still `version`, and increments the version (optimistic locking). Returns the new
 * version. If somebody has saved since, or the row is missing, changes nothing and returns undefined. Without a
 * `version`, it always overwrites. A row that two screens save has a separate version for each screen, in its own
 * `column`. `by` is the user who saves, if the table stores that.
 */
export async function updateVersionedRow<Row extends keyof Tables, From extends keyof Tables>(
  update: UpdateQueryBuilder<Tables, Row, From, UpdateResult>,
  version: number | undefined,
  { column = 'version', by }: { column?: keyof typeof savers; by?: string | undefined } = {},
): Promise<number | undefined> {
  const saver = by === undefined ? {} : { [savers[column]]: by };
  const moving = update.set({ ...saver, [column]: sql<number>`${sql.ref(column)} + 1` } as never);
  const guarded = version === undefined ? moving : moving.where(sql<boolean>`${sql.ref(column)} = ${version}`);
  const saved = await guarded.returning(sql<number>`${sql.ref(column)}`.as('saved')).executeTakeFirst();
  return saved?.saved;
}
