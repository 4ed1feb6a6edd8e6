import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { type DatabaseTestContext, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { getSetting, putSetting } from '#tests/support/society/setting-rows.ts';
import { type Database, write } from './index.ts';

onEachEngine('ten concurrent increments that read outside write() lose nine updates', async ({ db }) => {
  await write(db, (tx) => putSetting(tx, 'sold', 0));
  const seen = await Promise.all(Array.from({ length: 10 }, async () => Number(await getSetting(db.read, 'sold'))));
  await Promise.all(seen.map((sold) => write(db, (tx) => putSetting(tx, 'sold', sold + 1))));
  expect(await getSetting(db.read, 'sold')).toBe('1');
});

for (const setting of ['public', 'private'] as const) {
  onEachEngine(
    `concurrent increments of a ${setting} table inside write() lose no update, even from two processes`,
    async ({ db, place }) => {
      await write(db, (tx) => putSetting(tx, 'sold', 0));
      const both = [db, await openTestDatabase(place)];
      for (const each of both) each.declareVisibility({ setting });
      const sellOne = (on: Database) =>
        write(on, async (tx) => {
          const sold = Number(await getSetting(tx, 'sold'));
          await sleep(2);
          await putSetting(tx, 'sold', sold + 1);
        });
      await Promise.all(Array.from({ length: 5 }, () => both.map(sellOne)).flat());
      expect(await getSetting(db.read, 'sold')).toBe('10');
    },
  );
}

/**
 * Runs two plain PostgreSQL transactions at once, each of which reads a number and writes that number plus one. Returns
 * true if one update was lost.
 */
async function raceTransactions({ db, place }: DatabaseTestContext, begin: string): Promise<boolean> {
  await write(db, (tx) => putSetting(tx, 'sold', 0));
  const clients = [new pg.Client(place.url), new pg.Client(place.url)];
  const seen: number[] = [];
  for (const client of clients) {
    await client.connect();
    await client.query(begin);
    seen.push(Number((await client.query("select value from setting where name = 'sold'")).rows[0].value));
  }
  try {
    for (const [index, client] of clients.entries()) {
      await client.query("update setting set value = $1 where name = 'sold'", [Number(seen[index]) + 1]);
      await client.query('commit');
    }
    return (await getSetting(db.read, 'sold')) === '1';
  } finally {
    for (const client of clients) await client.end();
  }
}

onEachEngine('increments in the engines’ own plain transactions lose an update or fail', async (on) => {
  if (on.engine === 'postgres') {
    expect(await raceTransactions(on, 'begin')).toBe(true);
    await expect(raceTransactions(on, 'begin isolation level serializable')).rejects.toMatchObject({ code: '40001' });
    return;
  }
  const { default: BetterSqlite } = await import('better-sqlite3');
  await write(on.db, (tx) => putSetting(tx, 'sold', 0));
  const plain = new BetterSqlite(on.place.file);
  plain.exec("begin; select value from setting where name = 'sold'");
  await write(on.db, (tx) => putSetting(tx, 'sold', 1));
  expect(() => plain.exec("update setting set value = '1'")).toThrow(/locked/);
  plain.close();
});
