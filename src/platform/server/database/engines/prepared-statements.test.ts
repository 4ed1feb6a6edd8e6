import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createEmptyPlace, openTestDatabase } from '#tests/support/site/engines.ts';
import { runInPostgres } from '#tests/support/site/postgres.ts';
import { write } from '../index.ts';

test('a repeated statement is prepared once and survives a schema change by another process', async () => {
  const place = await createEmptyPlace('postgres');
  const db = await openTestDatabase(place);
  const put = (value: string) =>
    write(db, async (tx) => {
      await tx
        .insertInto('setting')
        .values({ name: 'about', value })
        .onConflict((on) => on.column('name').doUpdateSet({ value }))
        .execute();
      return tx.selectFrom('setting').selectAll().where('name', '=', 'about').execute();
    });
  const read = () => db.read.selectFrom('setting').selectAll().where('value', '<>', '').execute();
  for (const value of ['first', 'second']) expect(await put(value)).toMatchObject([{ name: 'about', value }]);
  for (const _ of [1, 2]) expect(await read()).toMatchObject([{ name: 'about', value: 'second' }]);
  await db.read.selectFrom('setting').selectAll().where('name', 'in', ['asked', 'only', 'once']).execute();
  const statements = async (text: string) =>
    (await sql`select from pg_prepared_statements where strpos(statement, ${text}) > 0`.execute(db.read)).rows.length;
  expect([
    await statements('from "setting" where "value"'),
    await statements('from "setting" where "name" in'),
  ]).toEqual([1, 0]);

  await runInPostgres(place.url ?? '', 'alter table setting add column extra text');
  // The write runs in a transaction, which the error ends. The read runs outside a transaction
  expect(await put('third')).toMatchObject([{ name: 'about', value: 'third', extra: null }]);
  expect(await read()).toMatchObject([{ name: 'about', value: 'third', extra: null }]);
});

test('a prepared statement that violates a constraint fails with the database’s error code', async () => {
  const db = await openTestDatabase(await createEmptyPlace('postgres'));
  const put = () => write(db, (tx) => tx.insertInto('setting').values({ name: 'about', value: '' }).execute());
  await put();
  for (const _ of [1, 2, 3]) await expect(put()).rejects.toMatchObject({ code: '23505' });
});
