import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type OnEngine, onEachEngine, opened, temporaryFolder } from '#tests/support/engines.ts';
import { migrations } from '../../../migrations/index.ts';
import { type Asked, type Database, openDatabase, type Reading, type Writing, write, writeSale } from './index.ts';

const put = (tx: Writing, name: string, value: string | number) =>
  tx
    .insertInto('setting')
    .values({ name, value: String(value) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: String(value) }))
    .execute();

const get = async (db: Reading, name: string) =>
  (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;

const nothing = async () => {};

onEachEngine('a write is kept', async ({ db }) => {
  const answer = await write(db, async (tx) => {
    await put(tx, 'about', 'We play');
    return 'its answer';
  });
  expect(answer).toBe('its answer');
  expect(await get(db.read, 'about')).toBe('We play');
});

onEachEngine('a write that is refused half-way leaves nothing behind', async ({ db }) => {
  const refused = write(db, async (tx) => {
    await put(tx, 'about', 'We play');
    throw new Error('No.');
  });
  await expect(refused).rejects.toThrow('No.');
  expect(await get(db.read, 'about')).toBeUndefined();
});

onEachEngine('after a write that failed in the database the next one works', async ({ db }) => {
  const twice = write(db, async (tx) => {
    for (const value of ['1', '2']) await tx.insertInto('setting').values({ name: 'about', value }).execute();
  });
  await expect(twice).rejects.toThrow(/unique/i);
  await write(db, (tx) => put(tx, 'about', 'We play'));
  expect(await get(db.read, 'about')).toBe('We play');
});

onEachEngine('a write moves the public revision by one, and every process sees it', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const before = await elsewhere.revision();
  await write(db, (tx) => put(tx, 'about', 'We play'));
  expect(await db.revision()).toBe(before + 1);
  await expect.poll(() => elsewhere.revision()).toBe(before + 1);
});

onEachEngine('a sale moves the revision of sales alone, and every process sees it', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const [before, withSales] = [await db.revision(), await db.revision(['sales'])];
  await writeSale(db, (tx) => put(tx, 'sold', 1));
  expect([await elsewhere.revision(), await db.revision()]).toEqual([before, before]);
  expect([await elsewhere.revision(['sales']), await db.revision(['sales'])]).toEqual([withSales + 1, withSales + 1]);
  await writeSale(db, () => Promise.reject(new Error('No.'))).catch(nothing);
  // A page that reads sales shows what is public, too
  await write(db, (tx) => put(tx, 'about', 'We play'));
  expect(await db.revision()).toBe(before + 1);
  await expect.poll(() => elsewhere.revision(['sales'])).toBe(withSales + 2);
});

onEachEngine('a write that visitors cannot see, and one that is refused, leave the revision alone', async ({ db }) => {
  const before = await db.revision();
  await write(db, (tx) => put(tx, 'session', 'x'), { revision: 'none' });
  await write(db, () => Promise.reject(new Error('No.'))).catch(nothing);
  expect(await db.revision()).toBe(before);
});

onEachEngine('whoever sees the new revision sees what was written with it', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const first = await db.revision();
  await write(db, (tx) => put(tx, 'written', 1));
  let writing = true;
  const writes = (async () => {
    for (let n = 2; n <= 40; n++) await write(db, (tx) => put(tx, 'written', n));
    writing = false;
  })();
  while (writing) {
    const seen = (await elsewhere.revision()) - first;
    expect(Number(await get(elsewhere.read, 'written'))).toBeGreaterThanOrEqual(seen);
    await sleep(1);
  }
  await writes;
});

onEachEngine('one who has written is told the revision of that write, whoever else is asking', async ({ db }) => {
  const first = await db.revision();
  for (let n = 1; n <= 20; n++) {
    const writing = write(db, (tx) => put(tx, 'about', n));
    const asked: Promise<number>[] = [];
    const asking = setInterval(() => asked.push(db.revision()), 0);
    await writing;
    expect(await db.revision()).toBe(first + n);
    clearInterval(asking);
    await Promise.all(asked);
  }
});

onEachEngine('without write() around the whole of it, ten who add one at a time lose nine', async ({ db }) => {
  await write(db, (tx) => put(tx, 'sold', 0));
  const seen = await Promise.all(Array.from({ length: 10 }, async () => Number(await get(db.read, 'sold'))));
  await Promise.all(seen.map((sold) => write(db, (tx) => put(tx, 'sold', sold + 1))));
  expect(await get(db.read, 'sold')).toBe('1');
});

for (const revision of ['public', 'none'] as const) {
  onEachEngine(`with it, none is lost, in one process or two; revision: ${revision}`, async ({ db, place }) => {
    await write(db, (tx) => put(tx, 'sold', 0));
    const both = [db, await opened(place)];
    const sellOne = (on: Database) =>
      write(
        on,
        async (tx) => {
          const sold = Number(await get(tx, 'sold'));
          await sleep(2);
          await put(tx, 'sold', sold + 1);
        },
        { revision },
      );
    await Promise.all(Array.from({ length: 5 }, () => both.map(sellOne)).flat());
    expect(await get(db.read, 'sold')).toBe('10');
  });
}

/** Two plain PostgreSQL transactions that each read, then write what they read and one; true if one was lost. */
async function raceOf({ db, place }: OnEngine, begin: string): Promise<boolean> {
  await write(db, (tx) => put(tx, 'sold', 0));
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
    return (await get(db.read, 'sold')) === '1';
  } finally {
    for (const client of clients) await client.end();
  }
}

onEachEngine(
  "the engines' own plain transactions would lose one or fail, which is why write() asks for more",
  async (on) => {
    if (on.engine === 'postgres') {
      expect(await raceOf(on, 'begin')).toBe(true);
      await expect(raceOf(on, 'begin isolation level serializable')).rejects.toMatchObject({ code: '40001' });
      return;
    }
    const { default: BetterSqlite } = await import('better-sqlite3');
    await write(on.db, (tx) => put(tx, 'sold', 0));
    const plain = new BetterSqlite(on.place.file);
    plain.exec("begin; select value from setting where name = 'sold'");
    await write(on.db, (tx) => put(tx, 'sold', 1));
    expect(() => plain.exec("update setting set value = '1'")).toThrow(/locked/);
    plain.close();
  },
);

onEachEngine('a write that clashes is run again, whole', async ({ engine, db, place }) => {
  await write(db, (tx) => put(tx, 'sold', 0));
  const elsewhere = await opened(place);
  let runs = 0;
  const slow = write(
    db,
    async (tx) => {
      runs++;
      const sold = Number(await get(tx, 'sold'));
      if (runs === 1) {
        const other = write(elsewhere, (theirs) => put(theirs, 'sold', 100), { revision: 'none' });
        // On SQLite the other waits for us, so we can't wait for it.
        if (engine === 'postgres') await other;
        else clashing = other;
      }
      await put(tx, 'sold', sold + 1);
    },
    { revision: 'none' },
  );
  let clashing: Promise<unknown> | undefined;
  await slow;
  await clashing;
  expect(runs).toBe(engine === 'postgres' ? 2 : 1);
  expect(await get(db.read, 'sold')).toBe(engine === 'postgres' ? '101' : '100');
});

onEachEngine('a reader does not wait for an open write, and sees the last state that was whole', async ({ db }) => {
  await write(db, (tx) => put(tx, 'about', 'old'));
  const gate = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const writing = write(db, async (tx) => {
    await put(tx, 'about', 'new');
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  expect(await get(db.read, 'about')).toBe('old');
  expect(await db.revision()).toBe(2);
  gate.resolve();
  await writing;
  expect(await get(db.read, 'about')).toBe('new');
});

onEachEngine("a write waits for another process's without stopping the rest of the program", async ({ db, place }) => {
  const elsewhere = await opened(place);
  const started = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const order: string[] = [];
  const theirs = write(elsewhere, async (tx) => {
    await put(tx, 'about', 'theirs');
    started.resolve();
    await goesOn.promise;
    order.push('theirs');
  });
  await started.promise;
  const ours = write(db, async (tx) => {
    order.push('ours');
    await put(tx, 'about', 'ours');
  });
  // Were this program to stand still until theirs is done, this would never come
  setTimeout(goesOn.resolve, 150);
  await Promise.all([theirs, ours]);
  expect(order).toEqual(['theirs', 'ours']);
});

onEachEngine('inside a write, another write or the outer handle is refused at once', async ({ db }) => {
  await expect(write(db, () => write(db, nothing))).rejects.toThrow(/inside write\(\): use the transaction/);
  await expect(write(db, () => get(db.read, 'about'))).rejects.toThrow(/inside write\(\): use the transaction/);
  await write(db, (tx) => put(tx, 'about', 'still works'));
});

onEachEngine('a transaction that outlives its write is of no use', async ({ db }) => {
  const late = await write(db, async (tx) => ({ tx }));
  await expect(put(late.tx, 'about', 'late')).rejects.toThrow();
  expect(await get(db.read, 'about')).toBeUndefined();
});

onEachEngine('of writes that wait for each other each is kept or refused by itself', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const before = await db.revision();
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      write(db, async (tx) => {
        await put(tx, `written ${n}`, n);
        if (n % 3 === 0) throw new Error(`Not ${n}.`);
        if (n % 3 === 1)
          await tx
            .insertInto('setting')
            .values({ name: `written ${n}`, value: 'twice' })
            .execute();
        return n;
      }),
    ),
  );
  const kept = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(kept).toEqual([2, 5, 8, 11, 14, 17]);
  expect(all.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual(
    all.map((_, n) => [`Error: Not ${n}.`, expect.stringMatching(/unique/i), ''][n % 3]),
  );
  expect(await elsewhere.revision()).toBe(before + kept.length);
  const rows = await elsewhere.read.selectFrom('setting').select('name').where('name', 'like', 'written %').execute();
  expect(rows.map(({ name }) => name).sort()).toEqual(kept.map((n) => `written ${n}`).sort());
});

onEachEngine('whoever is told that it is written can read it, and so can others', async ({ db, place }) => {
  const elsewhere = await opened(place);
  const all = Array.from({ length: 30 }, async (_, n) => {
    await write(db, (tx) => put(tx, `written ${n}`, n));
    return [await get(db.read, `written ${n}`), await get(elsewhere.read, `written ${n}`)];
  });
  expect(await Promise.all(all)).toEqual(all.map((_, n) => [String(n), String(n)]));
});

onEachEngine('each write runs as whoever asked for it, however many wait', async ({ db }) => {
  const whose = new AsyncLocalStorage<number>();
  const all = Array.from({ length: 10 }, (_, n) =>
    whose.run(n, () =>
      write(db, async (tx) => {
        await put(tx, 'about', n);
        return whose.getStore();
      }),
    ),
  );
  expect(await Promise.all(all)).toEqual(all.map((_, n) => n));
});

onEachEngine('a transaction is of no use to a write that is over while others go on in it', async ({ db }) => {
  const gate = Promise.withResolvers<void>();
  let late: Writing | undefined;
  const both = [
    write(db, async (tx) => {
      late = tx;
    }),
    write(db, () => gate.promise),
  ];
  while (!late) await sleep(1);
  await sleep(20);
  await expect(put(late, 'about', 'late')).rejects.toThrow();
  gate.resolve();
  await Promise.all(both);
  expect(await get(db.read, 'about')).toBeUndefined();
});

test('where SQLite gives up a whole transaction, nobody whose write was in it is told that it is kept', async () => {
  const place = { file: `${temporaryFolder()}/callboard.sqlite` };
  const db = await openDatabase(place, migrations);
  const first = Promise.withResolvers<void>();
  const outcomes = Promise.allSettled([
    write(db, async (tx) => {
      await put(tx, 'about', 'first');
      await first.promise;
    }),
    // As SQLite does by itself on a full disk
    write(db, (tx) => sql`rollback`.execute(tx)),
  ]);
  first.resolve();
  const [kept] = await outcomes;
  const isThere = (await get(db.read, 'about')) === 'first';
  expect(kept.status).toBe(isThere ? 'fulfilled' : 'rejected');
  await write(db, (tx) => put(tx, 'about', 'still works'));
  await db.close();
});

test('on SQLite writes that wait for each other are committed together', async () => {
  const asked: string[] = [];
  const place = { file: `${temporaryFolder()}/callboard.sqlite`, onQuery: ({ sql }: Asked) => asked.push(sql) };
  const db = await openDatabase(place, migrations);
  await Promise.all(Array.from({ length: 20 }, (_, n) => write(db, (tx) => put(tx, `written ${n}`, n))));
  await db.close();
  expect(asked.filter((sql) => sql === 'commit').length).toBeLessThan(20);
});

onEachEngine('the handle for reading cannot change anything', async ({ db }) => {
  await expect(sql`insert into setting (name, value) values ('about', 'sneaked in')`.execute(db.read)).rejects.toThrow(
    /read-?only/i,
  );
});

onEachEngine('counts and sums are numbers', async ({ db }) => {
  const { rows } =
    await sql`select count(*) as n, sum(value) as total, sum(value * 1000000000000) as big from revision`.execute(
      db.read,
    );
  expect(rows).toEqual([{ n: 2, total: 2, big: 2e12 }]);
});

onEachEngine('who waits too long for another write is told so', async ({ engine, db: elsewhere, place }) => {
  const db = await opened({ ...place, patience: engine === 'sqlite' ? 100 : 1000 });
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const hour = write(elsewhere, async (tx) => {
    await put(tx, 'about', 'theirs');
    started.resolve();
    await gate.promise;
  });
  await started.promise;
  const waiting = Array.from({ length: 6 }, (_, n) => write(db, (tx) => put(tx, `ours ${n}`, n)));
  const outcomes = await Promise.allSettled(waiting);
  gate.resolve();
  await hour;
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseBusy' } });
  }
  expect(await db.revision()).toBe(2);
});

test('closing waits for a write that is under way', async () => {
  const place = { file: `${temporaryFolder()}/callboard.sqlite` };
  const db = await openDatabase(place, migrations);
  const writing = write(db, async (tx) => {
    await sleep(50);
    await put(tx, 'about', 'in time');
  });
  await db.close();
  await writing;
  expect(await get((await opened(place)).read, 'about')).toBe('in time');
});
