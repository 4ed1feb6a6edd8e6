import { type Kysely, sql } from 'kysely';
import type { DbReader, Engine } from '../core/database.ts';
import type { Tables } from '../core/schema.ts';
import { counterOf, EVERY_TABLE } from './table-changes.ts';

/** A table whose changed rows are recorded. */
export type TrackedTable = keyof Tables;

/** The present counts of changes: of followed rows, and of everything that can't be followed. */
export interface ChangeCounts {
  rows: number;
  others: number;
}

/** Ids of changed rows by table. */
export type ChangedRows = ReadonlyMap<TrackedTable, readonly string[]>;

/** The present counts of changes, whichever process made them. */
export async function findChangeCounts(db: DbReader): Promise<ChangeCounts> {
  const [rows, others] = [counterOf('row_change'), counterOf(EVERY_TABLE)];
  const found = await db.selectFrom('revision').selectAll().where('name', 'in', [rows, others]).execute();
  const countOf = (counter: string) => found.find(({ name }) => name === counter)?.value ?? 0;
  return { rows: countOf(rows), others: countOf(others) };
}

/** The rows that changed, were added or were deleted after that count; undefined where there are more than `most`. */
export async function rowsChangedSince(
  db: DbReader,
  since: ChangeCounts,
  most: number,
): Promise<ChangedRows | undefined> {
  const rows = await db
    .selectFrom('row_change')
    .select(['of_table', 'row_id'])
    .where('counted', '>', since.rows)
    .orderBy('counted')
    .limit(sql.lit(most + 1))
    .execute();
  if (rows.length > most) return undefined;
  const changed = new Map<TrackedTable, string[]>();
  for (const { of_table, row_id } of rows) changed.set(of_table, [...(changed.get(of_table) ?? []), row_id]);
  return changed;
}

/** A row that counts as changed with another table's row: that table, and the column with its id. */
export type ChangeTargets = readonly (readonly [table: string, column: string])[];

/**
 * For migrations: makes the database itself record every change to a table's rows, including changes made outside the
 * program. Each is a row of `row_change` with the count of its last change. Call it again after rebuilding a table.
 */
export function rowFollower<DB>(db: Kysely<DB>, engine: Engine) {
  return async function followRows(table: string, tells: ChangeTargets): Promise<void> {
    for (const step of engine === 'sqlite' ? sqliteSteps(table, tells) : postgresSteps(table, tells)) {
      await step.execute(db);
    }
  };
}

const counter = sql.lit(counterOf('row_change'));
const count = sql`insert into revision (name, value) values (${counter}, 1)
  on conflict (name) do update set value = revision.value + 1`;
const counted = sql`(select value from revision where name = ${counter})`;
const countedAgain = sql`on conflict (of_table, row_id) do update set counted = excluded.counted`;

const sqliteSteps = (table: string, tells: ChangeTargets) =>
  (['insert', 'update', 'delete'] as const).map((change) => {
    const sides = { insert: ['new'], update: ['old', 'new'], delete: ['old'] }[change];
    const rows = sides.flatMap((side) =>
      tells.map(([of, column]) => sql`(${sql.lit(of)}, ${sql.ref(`${side}.${column}`)}, ${counted})`),
    );
    return sql`create trigger ${sql.ref(`${table}_${change}_followed`)} after ${sql.raw(change)} on ${sql.table(table)}
      begin
        ${count};
        insert into row_change (of_table, row_id, counted) values ${sql.join(rows)} ${countedAgain};
      end`;
  });

/** Once for each statement, not for each row: an import changes thousands. */
const postgresSteps = (table: string, tells: ChangeTargets) => {
  const record = (rows: string) => sql`insert into row_change (of_table, row_id, counted)
    select distinct told.of_table, told.row_id, ${counted} from (${sql.join(
      tells.map(
        ([of, column]) => sql`select ${sql.lit(of)} as of_table, ${sql.ref(column)} as row_id from ${sql.ref(rows)}`,
      ),
      sql` union all `,
    )}) as told ${countedAgain};`;
  const called = sql.ref(`${table}_followed`);
  const on = (change: 'insert' | 'update' | 'delete', rows: string) =>
    sql`create trigger ${sql.ref(`${table}_${change}_followed`)} after ${sql.raw(change)} on ${sql.table(table)}
      referencing ${sql.raw(rows)} for each statement execute function ${called}()`;
  return [
    sql`create function ${called}() returns trigger language plpgsql as
      $$ begin
        ${count};
        if tg_op <> 'INSERT' then ${record('rows_before')} end if;
        if tg_op <> 'DELETE' then ${record('rows_after')} end if;
        return null;
      end $$`,
    on('insert', 'new table as rows_after'),
    on('update', 'old table as rows_before new table as rows_after'),
    on('delete', 'old table as rows_before'),
  ];
};
