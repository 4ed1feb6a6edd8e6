// Stores and reads settings, for tests. A setting has a name, and a value that is stored as text.
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';

export const putSetting = (tx: DbTransaction, name: string, value: string | number) =>
  tx
    .insertInto('setting')
    .values({ name, value: String(value) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: String(value) }))
    .execute();

export const getSetting = async (db: DbReader, name: string) =>
  (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;
