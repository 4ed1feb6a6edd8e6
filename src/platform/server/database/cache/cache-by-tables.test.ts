import { sql } from 'kysely';
import { expect } from 'vitest';
import { onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { emptyTablesExcept } from '../core/rows.ts';
import { type Database, write } from '../index.ts';
import { cacheByTables } from './cache-by-tables.ts';

const settings = (of: () => string = () => '') => {
  let times = 0;
  const made = cacheByTables(['setting'], of, async ({ db }: { db: Database['read']; revision: number }) => {
    times += 1;
    const rows = await db.selectFrom('setting').select('value').where('name', '=', 'about').execute();
    return rows.map(({ value }) => value).join();
  });
  return {
    times: () => times,
    now: async (db: Database) => made({ db: db.read, revision: await db.revision() }),
  };
};

const about = (value: string) => ({ name: 'about', value });
const person = (id: string) => ({
  ...{ id, name: id, name_key: id, created_at: '2026-11-21T12:00:00.000Z' },
  ...({ credit_style: 'as_printed', credit_style_by: 'nobody' } as const),
});

onEachEngine('cacheByTables recomputes when its own table changes, but not when another does', async ({ db }) => {
  const { now, times } = settings();
  expect(await now(db)).toBe('');
  await write(db, (tx) => tx.insertInto('person').values(person('ann')).execute());
  expect([await now(db), times()]).toEqual(['', 1]);
  await write(db, (tx) => tx.insertInto('setting').values(about('We play')).execute());
  expect([await now(db), times()]).toEqual(['We play', 2]);
  await write(db, (tx) => tx.updateTable('setting').set(about('We sing')).execute());
  expect([await now(db), times()]).toEqual(['We sing', 3]);
  await write(db, (tx) => tx.deleteFrom('setting').where('name', '=', 'about').execute());
  expect([await now(db), await now(db), times()]).toEqual(['', '', 4]);
});

onEachEngine('a cached value is recomputed after a change by another process', async ({ db, place }) => {
  const { now } = settings();
  expect(await now(db)).toBe('');
  const elsewhere = await openTestDatabase(place);
  await write(elsewhere, (tx) => tx.insertInto('setting').values(about('Theirs')).execute());
  expect(await now(db)).toBe('Theirs');
});

onEachEngine('a write that is refused leaves the cached value in place', async ({ db }) => {
  const { now, times } = settings();
  await now(db);
  const refused = write(db, async (tx) => {
    await tx.insertInto('setting').values(about('No')).execute();
    throw new Error('No.');
  });
  await refused.catch(() => {});
  await write(db, (tx) => tx.insertInto('person').values(person('ann')).execute());
  expect([await now(db), times()]).toEqual(['', 1]);
});

onEachEngine('plain SQL and emptying all tables invalidate the cached value', async ({ db }) => {
  const { now } = settings();
  await write(db, (tx) => tx.insertInto('setting').values(about('We play')).execute());
  expect(await now(db)).toBe('We play');
  await write(db, (tx) => sql`update setting set value = 'Plain' where name = 'about'`.execute(tx));
  expect(await now(db)).toBe('Plain');
  await write(db, (tx) => emptyTablesExcept(tx, { engine: db.engine, keep: [] }));
  expect(await now(db)).toBe('');
});

onEachEngine('a cached value that depends on the day is recomputed once on the next day', async ({ db }) => {
  let day = 'Monday';
  const { now, times } = settings(() => day);
  await now(db);
  day = 'Tuesday';
  await now(db);
  expect([await now(db), times()]).toEqual(['', 2]);
});

onEachEngine('a value whose computation failed is computed again on the next call', async ({ db }) => {
  let fails = true;
  const made = cacheByTables(
    ['setting'],
    () => '',
    async (_: { db: Database['read']; revision: number }) => {
      if (fails) throw new Error('The database is away.');
      return 'made';
    },
  );
  const view = { db: db.read, revision: await db.revision() };
  await expect(made(view)).rejects.toThrow('away');
  fails = false;
  expect(await made(view)).toBe('made');
});
