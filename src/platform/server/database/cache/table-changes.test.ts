import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { getSetting, putSetting } from '#tests/support/society/setting-rows.ts';
import { emptyTablesExcept } from '../core/rows.ts';
import { type Database, type DbTransaction, write } from '../index.ts';
import { cacheByTables } from './table-changes.ts';

const nothing = async () => {};

onEachEngine(
  'a write to a public table increases the public revision by one, and every process sees it',
  async ({ db, place }) => {
    const elsewhere = await openTestDatabase(place);
    const before = await elsewhere.revision();
    await write(db, (tx) => putSetting(tx, 'about', 'We play'));
    expect(await db.revision()).toBe(before + 1);
    expect(await elsewhere.revision()).toBe(before + 1);
  },
);

onEachEngine('a sale increases only the revision of sales, and every process sees it', async ({ db, place }) => {
  const elsewhere = await openTestDatabase(place);
  const [before, withSales] = [await db.revision(), await db.revision(['sales'])];
  db.declareVisibility({ setting: 'sales' });
  await write(db, (tx) => putSetting(tx, 'sold', 1));
  expect([await elsewhere.revision(), await db.revision()]).toEqual([before, before]);
  expect([await elsewhere.revision(['sales']), await db.revision(['sales'])]).toEqual([withSales + 1, withSales + 1]);
  await write(db, () => Promise.reject(new Error('No.'))).catch(nothing);
  // A page that depends on sales also shows public data
  db.declareVisibility({ setting: 'public' });
  await write(db, (tx) => putSetting(tx, 'about', 'We play'));
  expect(await db.revision()).toBe(before + 1);
  expect(await elsewhere.revision(['sales'])).toBe(withSales + 2);
});

onEachEngine(
  'a write to a private table, an empty write and a failed write leave the revisions unchanged',
  async ({ db }) => {
    const before = await db.revision(['sales']);
    db.declareVisibility({ setting: 'private' });
    await write(db, (tx) => putSetting(tx, 'session', 'x'));
    await write(db, nothing);
    db.declareVisibility({ setting: 'public' });
    await write(db, async (tx) => {
      await putSetting(tx, 'about', 'We play');
      throw new Error('No.');
    }).catch(nothing);
    expect(await db.revision(['sales'])).toBe(before);
  },
);

onEachEngine('a statement that changes no row leaves the revision unchanged', async ({ db }) => {
  await write(db, (tx) => putSetting(tx, 'about', 'We play'));
  const before = await db.revision();
  await write(db, async (tx) => {
    await tx.deleteFrom('setting').where('name', '=', 'gone').execute();
    await tx.updateTable('setting').set({ value: '' }).where('name', '=', 'gone').returning('name').execute();
    await tx
      .insertInto('setting')
      .values({ name: 'about', value: 'We sing' })
      .onConflict((on) => on.doNothing())
      .execute();
  });
  expect(await db.revision()).toBe(before);
});

onEachEngine(
  'an update with “returning”, in a “with” clause or in plain SQL increases the revision',
  async ({ db }) => {
    await write(db, (tx) => putSetting(tx, 'about', 'We play'));
    db.declareVisibility({ setting: 'public', job: 'private' });
    const moved = async (work: (tx: DbTransaction) => Promise<unknown>) => {
      const before = await db.revision();
      await write(db, async (tx) => void (await work(tx)));
      return (await db.revision()) - before;
    };
    const update = (tx: DbTransaction) =>
      tx.updateTable('setting').set({ value: 'We sing' }).where('name', '=', 'about');
    expect(await moved((tx) => update(tx).returning('name').execute())).toBe(1);
    if (db.engine === 'postgres') {
      const changed = (tx: DbTransaction) =>
        tx.with('changed', () => update(tx).returning('name')).selectFrom('changed');
      expect(await moved((tx) => changed(tx).selectAll().execute())).toBe(1);
    }
    expect(await moved((tx) => sql`update setting set value = 'We dance'`.execute(tx))).toBe(1);
    expect(await moved((tx) => tx.deleteFrom('job').execute())).toBe(0);
  },
);

onEachEngine('an update of only private columns leaves the revision unchanged', async ({ db }) => {
  await write(db, (tx) => putSetting(tx, 'about', 'We play'));
  db.declareVisibility({ setting: { rows: 'public', columns: { version: 'private' } } });
  const before = await db.revision();
  const about = (tx: DbTransaction) => tx.updateTable('setting').where('name', '=', 'about');
  await write(db, (tx) => about(tx).set({ version: 7 }).execute());
  expect(await db.revision()).toBe(before);
  await write(db, (tx) => about(tx).set({ version: 8, value: 'We sing' }).execute());
  expect(await db.revision()).toBe(before + 1);
});

onEachEngine('no increase of the revision is lost if two processes write at once', async ({ db, place }) => {
  const both = [db, await openTestDatabase(place)];
  for (const each of both) each.declareVisibility({ job: 'private' });
  await write(db, (tx) => putSetting(tx, 'about', 0));
  const before = await db.revision();
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      both.map((on) =>
        write(on, async (tx) => {
          await tx.deleteFrom('job').execute();
          if (n % 3 > 0) await putSetting(tx, `${n} ${both.indexOf(on)}`, n);
        }),
      ),
    ).flat(),
  );
  expect(await db.revision()).toBe(before + 16);
});

onEachEngine('a reader that sees the new revision sees the rows written with it', async ({ db, place }) => {
  const elsewhere = await openTestDatabase(place);
  const first = await db.revision();
  await write(db, (tx) => putSetting(tx, 'written', 1));
  let writing = true;
  const writes = (async () => {
    for (let n = 2; n <= 40; n++) await write(db, (tx) => putSetting(tx, 'written', n));
    writing = false;
  })();
  while (writing) {
    const seen = (await elsewhere.revision()) - first;
    expect(Number(await getSetting(elsewhere.read, 'written'))).toBeGreaterThanOrEqual(seen);
    await sleep(1);
  }
  await writes;
});

onEachEngine('a reader that has just written gets the revision of its own write', async ({ db }) => {
  const first = await db.revision();
  for (let n = 1; n <= 20; n++) {
    const writing = write(db, (tx) => putSetting(tx, 'about', n));
    const reads: Promise<number>[] = [];
    const reading = setInterval(() => reads.push(db.revision()), 0);
    await writing;
    expect(await db.revision()).toBe(first + n);
    clearInterval(reading);
    await Promise.all(reads);
  }
});

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

onEachEngine('a write that is rolled back leaves the cached value in place', async ({ db }) => {
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
