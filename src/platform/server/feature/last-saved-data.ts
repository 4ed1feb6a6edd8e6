import { sql } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { PersonalData } from './personal-data.ts';

type SaverColumn = 'updated_by' | 'plan_updated_by' | 'file_updated_by';

/**
 * Defines the personal data of a table whose rows store who saved them last. Erasure has nothing to do, because deleting
 * the account empties these columns. `isOnlyPersonalData` is true if the table contains no other personal data.
 */
export const defineLastSavedPersonalData = <Table extends keyof Tables>({
  name,
  table,
  label,
  columns = ['updated_by'],
  isOnlyPersonalData = true,
}: {
  name: string;
  table: Table;
  /** The column that identifies a row to its reader. */
  label: keyof Tables[Table] & string;
  columns?: readonly SaverColumn[];
  isOnlyPersonalData?: boolean;
}): PersonalData => ({
  name,
  tables: isOnlyPersonalData ? [table] : [],
  about: async (db, { id }) => {
    const isSaver = columns.map((column) => sql`${sql.ref(column)} = ${id}`);
    const { rows } = await sql<{ saved: unknown }>`select ${sql.ref(label)} as saved from ${sql.table(table)}
      where ${sql.join(isSaver, sql` or `)} order by saved`.execute(db);
    return rows.map(({ saved }) => saved);
  },
});
