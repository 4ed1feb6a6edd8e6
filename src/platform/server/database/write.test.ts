import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTemporaryFolder, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { getSetting, putSetting } from '#tests/support/society/setting-rows.ts';
import { migrations } from '../../../migrations/index.ts';
import { type DbTransaction, type ExecutedQuery, openDatabase, write } from './index.ts';

const nothing = async () => {};

onEachEngine('a completed write is stored', async ({ db }) => {
  const answer = await write(db, async (tx) => {
    await putSetting(tx, 'about', 'We play');
    return 'its answer';
  });
  expect(answer).toBe('its answer');
  expect(await getSetting(db.read, 'about')).toBe('We play');
});

onEachEngine('a write that fails half-way leaves nothing behind', async ({ db }) => {
  const refused = write(db, async (tx) => {
    await putSetting(tx, 'about', 'We play');
    throw new Error('No.');
  });
  await expect(refused).rejects.toThrow('No.');
  expect(await getSetting(db.read, 'about')).toBeUndefined();
});

onEachEngine('a write succeeds after an earlier write failed in the database', async ({ db }) => {
  const twice = write(db, async (tx) => {
    for (const value of ['1', '2']) await tx.insertInto('setting').values({ name: 'about', value }).execute();
  });
  await expect(twice).rejects.toThrow(/unique/i);
  await write(db, (tx) => putSetting(tx, 'about', 'We play'));
  expect(await getSetting(db.read, 'about')).toBe('We play');
});

onEachEngine(
  'of two conflicting writes, PostgreSQL runs one again, and SQLite makes one wait',
  async ({ engine, db, place }) => {
    await write(db, (tx) => putSetting(tx, 'sold', 0));
    const elsewhere = await openTestDatabase(place);
    let runs = 0;
    const slow = write(db, async (tx) => {
      runs++;
      const sold = Number(await getSetting(tx, 'sold'));
      if (runs === 1) {
        const other = write(elsewhere, (theirs) => putSetting(theirs, 'sold', 100));
        // On SQLite the other write waits for this transaction, so waiting for it here would never end
        if (engine === 'postgres') await other;
        else clashing = other;
      }
      await putSetting(tx, 'sold', sold + 1);
    });
    let clashing: Promise<unknown> | undefined;
    await slow;
    await clashing;
    expect(runs).toBe(engine === 'postgres' ? 2 : 1);
    expect(await getSetting(db.read, 'sold')).toBe(engine === 'postgres' ? '101' : '100');
  },
);

onEachEngine(
  'when two concurrent writes insert the same row, the later one runs again and sees the other',
  async ({ db, place }) => {
    const elsewhere = await openTestDatabase(place);
    const [entered, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await write(db, (tx) => sql`create table entered_once (id text primary key)`.execute(tx));
    // One row records that the work is done. Both writes also insert the same key into another table, which neither of
    // them reads
    const enterOnce = (on: typeof db, enter: (entering: () => Promise<unknown>) => Promise<unknown>) =>
      write(on, async (tx) => {
        if ((await getSetting(tx, 'done')) !== undefined) return 'already';
        await enter(() => sql`insert into entered_once values ('the same')`.execute(tx));
        await putSetting(tx, 'done', 1);
        return 'entered';
      });
    const first = enterOnce(elsewhere, async (entering) => {
      await entering();
      entered.resolve();
      await goesOn.promise;
    });
    const second = enterOnce(db, async (entering) => {
      await entered.promise;
      const waiting = entering();
      goesOn.resolve();
      await waiting;
    });
    expect(await Promise.all([first, second])).toEqual(['entered', 'already']);
  },
  // SQLite allows only one write at a time
  ['postgres'],
);

onEachEngine('a reader does not wait for an open write, and sees the last committed state', async ({ db }) => {
  await write(db, (tx) => putSetting(tx, 'about', 'old'));
  const gate = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const writing = write(db, async (tx) => {
    await putSetting(tx, 'about', 'new');
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  expect(await getSetting(db.read, 'about')).toBe('old');
  expect(await db.revision()).toBe(2);
  gate.resolve();
  await writing;
  expect(await getSetting(db.read, 'about')).toBe('new');
});

onEachEngine('a write waits for another process’s write without blocking the program', async ({ db, place }) => {
  const elsewhere = await openTestDatabase(place);
  const started = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const order: string[] = [];
  const theirs = write(elsewhere, async (tx) => {
    await putSetting(tx, 'about', 'theirs');
    started.resolve();
    await goesOn.promise;
    order.push('theirs');
  });
  await started.promise;
  const ours = write(db, async (tx) => {
    await putSetting(tx, 'about', 'ours');
    order.push('ours');
  });
  // If this program were blocked during the other write, the timer would fire too late
  setTimeout(goesOn.resolve, 150);
  await Promise.all([theirs, ours]);
  expect(order).toEqual(['theirs', 'ours']);
});

onEachEngine('inside a write, another write or a read outside the transaction is refused at once', async ({ db }) => {
  await expect(write(db, () => write(db, nothing))).rejects.toThrow(/inside write\(\): use the transaction/);
  await expect(write(db, () => getSetting(db.read, 'about'))).rejects.toThrow(/inside write\(\): use the transaction/);
  await write(db, (tx) => putSetting(tx, 'about', 'still works'));
});

onEachEngine('a transaction used after its write is refused', async ({ db }) => {
  const late = await write(db, async (tx) => ({ tx }));
  await expect(putSetting(late.tx, 'about', 'late')).rejects.toThrow();
  expect(await getSetting(db.read, 'about')).toBeUndefined();
});

onEachEngine('each of several queued writes succeeds or fails on its own', async ({ db, place }) => {
  const elsewhere = await openTestDatabase(place);
  const before = await db.revision();
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      write(db, async (tx) => {
        await putSetting(tx, `written ${n}`, n);
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
  const committed = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(committed).toEqual([2, 5, 8, 11, 14, 17]);
  expect(all.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual(
    all.map((_, n) => [`Error: Not ${n}.`, expect.stringMatching(/unique/i), ''][n % 3]),
  );
  expect(await elsewhere.revision()).toBe(before + committed.length);
  const rows = await elsewhere.read.selectFrom('setting').select('name').where('name', 'like', 'written %').execute();
  expect(rows.map(({ name }) => name).sort()).toEqual(committed.map((n) => `written ${n}`).sort());
});

onEachEngine(
  'each concurrent write by two processes is stored whole or not at all, even after conflicts',
  async ({ db, place }) => {
    const elsewhere = await openTestDatabase(place);
    await write(db, (tx) => putSetting(tx, 'sold', 0));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, (_, n) =>
        write(n % 4 === 0 ? elsewhere : db, async (tx) => {
          const name = `half ${n}`;
          // Changes of `allowance` are private, so they increase no revision
          await tx.insertInto('allowance').values({ name, free_at: at }).execute();
          await setImmediate();
          if (n % 3 === 0) await putSetting(tx, 'sold', Number(await getSetting(tx, 'sold')) + 1);
          if (n % 7 === 0) throw new Error('No.');
          if (n % 11 === 0) await tx.insertInto('allowance').values({ name, free_at: at }).execute();
          await tx
            .insertInto('first_answer')
            .values({ ...someone, key: name })
            .execute();
          await setImmediate();
          return name;
        }),
      ),
    );
    const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])).sort();
    const halves = await db.read.selectFrom('allowance').select('name').execute();
    const others = await db.read.selectFrom('first_answer').select('key').execute();
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [`${outcome.reason}`] : []));
    expect(reasons.filter((reason) => !/No\.|unique/i.test(reason))).toEqual([]);
    expect(halves.map(({ name }) => name).sort()).toEqual(stored);
    expect(others.map(({ key }) => key).sort()).toEqual(stored);
    expect(await getSetting(db.read, 'sold')).toBe(
      `${stored.filter((name) => Number(name.slice(5)) % 3 === 0).length}`,
    );
  },
);

const at = '2026-06-05T18:30:00.000Z';
const someone = { user_id: '', call: '', sent_hash: '', answer: '', answered_at: at };

onEachEngine('a write that was confirmed is visible to its caller and to others', async ({ db, place }) => {
  const elsewhere = await openTestDatabase(place);
  const all = Array.from({ length: 30 }, async (_, n) => {
    await write(db, (tx) => putSetting(tx, `written ${n}`, n));
    return [await getSetting(db.read, `written ${n}`), await getSetting(elsewhere.read, `written ${n}`)];
  });
  expect(await Promise.all(all)).toEqual(all.map((_, n) => [String(n), String(n)]));
});

onEachEngine('each queued write runs in the async context of its own caller', async ({ db }) => {
  const whose = new AsyncLocalStorage<number>();
  const all = Array.from({ length: 10 }, (_, n) =>
    whose.run(n, () =>
      write(db, async (tx) => {
        await putSetting(tx, 'about', n);
        return whose.getStore();
      }),
    ),
  );
  expect(await Promise.all(all)).toEqual(all.map((_, n) => n));
});

onEachEngine(
  'a transaction is unusable after its write, even while the shared transaction continues',
  async ({ db }) => {
    const gate = Promise.withResolvers<void>();
    let late: DbTransaction | undefined;
    let goesOn = false;
    // Either write may start first
    const both = Array.from({ length: 2 }, () =>
      write(db, async (tx) => {
        if (late) {
          goesOn = true;
          await gate.promise;
        } else late = tx;
      }),
    );
    while (!late || !goesOn) await sleep(1);
    const first = late;
    const isOpen = () =>
      getSetting(first, 'about').then(
        () => true,
        () => false,
      );
    // On PostgreSQL the first write may still be committing
    await expect.poll(isOpen).toBe(false);
    await expect(putSetting(late, 'about', 'late')).rejects.toThrow();
    gate.resolve();
    await Promise.all(both);
    expect(await getSetting(db.read, 'about')).toBeUndefined();
  },
);

test('if SQLite rolls back a shared transaction, a write is confirmed only if it is stored', async () => {
  const place = { file: `${createTemporaryFolder()}/callboard.sqlite` };
  const db = await openDatabase(place, migrations);
  const first = Promise.withResolvers<void>();
  const outcomes = Promise.allSettled([
    write(db, async (tx) => {
      await putSetting(tx, 'about', 'first');
      await first.promise;
    }),
    // SQLite also rolls the transaction back when the disk is full
    write(db, (tx) => sql`rollback`.execute(tx)),
  ]);
  first.resolve();
  const [committed] = await outcomes;
  const isThere = (await getSetting(db.read, 'about')) === 'first';
  expect(committed.status).toBe(isThere ? 'fulfilled' : 'rejected');
  await write(db, (tx) => putSetting(tx, 'about', 'still works'));
  await db.close();
});

onEachEngine('queued writes are committed together', async ({ engine, db: elsewhere, place }) => {
  const statements: string[] = [];
  const db = await openTestDatabase({ ...place, onQuery: ({ sql }: ExecutedQuery) => statements.push(sql) });
  // The clock is stopped, so that waiting writes are joined even on a busy machine
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  // On PostgreSQL, writes queue only after a conflict
  let runs = 0;
  await write(db, async (tx) => {
    await getSetting(tx, 'about');
    runs++;
    if (engine === 'postgres' && runs === 1) await write(elsewhere, (theirs) => putSetting(theirs, 'about', 'theirs'));
    await putSetting(tx, 'about', 'ours');
  });
  statements.length = 0;
  await Promise.all(Array.from({ length: 20 }, (_, n) => write(db, (tx) => putSetting(tx, `written ${n}`, n))));
  expect(statements.filter((sql) => sql === 'commit').length).toBeLessThan(5);
});

onEachEngine('the read handle cannot change anything', async ({ db }) => {
  await expect(sql`insert into setting (name, value) values ('about', 'sneaked in')`.execute(db.read)).rejects.toThrow(
    /read-?only/i,
  );
});

onEachEngine('counts and sums from a query are returned as numbers', async ({ db }) => {
  const { rows } =
    await sql`select count(*) as n, sum(value) as total, sum(value * 1000000000000) as big from revision`.execute(
      db.read,
    );
  expect(rows).toEqual([{ n: 2, total: 2, big: 2e12 }]);
});

onEachEngine('a write that waits too long for another is refused as busy', async ({ engine, db: elsewhere, place }) => {
  const db = await openTestDatabase({ ...place, patience: engine === 'sqlite' ? 100 : 1000 });
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const hour = write(elsewhere, async (tx) => {
    await putSetting(tx, 'about', 'theirs');
    started.resolve();
    await gate.promise;
  });
  await started.promise;
  const waiting = Array.from({ length: 6 }, (_, n) => write(db, (tx) => putSetting(tx, 'about', n)));
  const outcomes = await Promise.allSettled(waiting);
  gate.resolve();
  await hour;
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseBusyError' } });
  }
  expect(await db.revision()).toBe(2);
});

test('closing the database waits for the current write', async () => {
  const place = { file: `${createTemporaryFolder()}/callboard.sqlite` };
  const db = await openDatabase(place, migrations);
  const writing = write(db, async (tx) => {
    await sleep(50);
    await putSetting(tx, 'about', 'in time');
  });
  await db.close();
  await writing;
  expect(await getSetting((await openTestDatabase(place)).read, 'about')).toBe('in time');
});

const whileAllRead = 'a read or a readiness check is refused as busy while all connections for reading are in use';
onEachEngine(
  whileAllRead,
  async ({ place }) => {
    const db = await openTestDatabase({ ...place, patience: 1000 });
    const connections = db.read as unknown as Kysely<unknown>;
    const gate = Promise.withResolvers<void>();
    let taken = 0;
    const take = () =>
      connections.connection().execute(async () => {
        taken++;
        await gate.promise;
      });
    const all = Array.from({ length: 8 }, take);
    await vi.waitUntil(() => taken === all.length, { timeout: 60_000 });
    const [read, revision, ready] = await Promise.allSettled([
      db.read.selectFrom('setting').selectAll().execute(),
      db.revision(),
      db.checkReady(),
    ]);
    gate.resolve();
    await Promise.all(all);
    for (const outcome of [read, ready]) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseBusyError' } });
    }
    // A cached page can still be opened
    expect(revision).toMatchObject({ status: 'fulfilled' });
    await db.checkReady();
  },
  ['postgres'],
);
