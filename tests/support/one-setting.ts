// A row that tests of writing write: a setting, by its name.
import type { Reading, Writing } from '#platform/server/database/index.ts';

export const put = (tx: Writing, name: string, value: string | number) =>
  tx
    .insertInto('setting')
    .values({ name, value: String(value) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: String(value) }))
    .execute();

export const get = async (db: Reading, name: string) =>
  (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;
