import { sql } from 'kysely';
import { expect } from 'vitest';
import { onEachEngine, opened } from '#tests/support/engines.ts';
import { newId } from '../../crypto/ids.ts';
import { emptyTables } from '../core/empty-tables.ts';
import { type Database, write } from '../index.ts';
import { cachedByRows } from './cache-by-rows.ts';

interface View {
  db: Database['read'];
  revision: number;
}

/** The names of everyone, and how each was read: all of them, or which ids were followed. */
function everyone() {
  const readings: string[] = [];
  const read = async ({ db }: View) => {
    const rows = await db.selectFrom('person').select(['id', 'name']).orderBy('id').execute();
    return rows.map(({ id, name }) => `${id}: ${name}`);
  };
  const made = cachedByRows<View, string[]>(
    async (view) => {
      readings.push('all');
      return read(view);
    },
    async (_, changed, view) => {
      readings.push((changed.get('person') ?? []).toSorted().join(' '));
      return read(view);
    },
  );
  return {
    readings: () => readings.splice(0),
    now: async (db: Database) => made({ db: db.read, revision: await db.revision() }),
  };
}

const person = (id: string, name = id) => ({
  ...{ id, name, name_key: id, created_at: '2026-11-21T12:00:00.000Z' },
  ...({ credit_style: 'as_printed', credit_style_by: 'nobody' } as const),
});
const add = (db: Database, ...ids: string[]) =>
  write(db, (tx) =>
    tx
      .insertInto('person')
      .values(ids.map((id) => person(id)))
      .execute(),
  );
const rename = (db: Database, id: string, name: string) =>
  write(db, (tx) => tx.updateTable('person').set({ name }).where('id', '=', id).execute());

onEachEngine('cachedByRows reads only the changed rows again', async ({ db }) => {
  const { now, readings } = everyone();
  await add(db, 'ann', 'ben', 'cat');
  await now(db);
  expect(readings()).toEqual(['all']);
  await rename(db, 'ben', 'Ben');
  await write(db, async (tx) => {
    await tx.deleteFrom('person').where('id', '=', 'cat').execute();
    await tx.insertInto('person').values(person('dan')).execute();
  });
  expect(await now(db)).toEqual(['ann: ann', 'ben: Ben', 'dan: dan']);
  expect(readings()).toEqual(['ben cat dan']);
  await write(db, (tx) => tx.insertInto('setting').values({ name: 'about', value: 'We play' }).execute());
  expect(await now(db)).toHaveLength(3);
  expect(readings()).toEqual([]);
});

onEachEngine('what another process changes is followed as soon as its revision is seen', async ({ db, place }) => {
  const { now, readings } = everyone();
  await add(db, 'ann');
  await now(db);
  const elsewhere = await opened(place);
  await rename(elsewhere, 'ann', 'Annie');
  expect(await now(db)).toEqual(['ann: Annie']);
  expect(readings()).toEqual(['all', 'ann']);
});

onEachEngine('two who write at once are both followed', async ({ db, place }) => {
  const { now } = everyone();
  const elsewhere = await opened(place);
  await add(db, 'ann', 'ben');
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([
      rename(db, 'ann', `Ann ${round}`),
      write(elsewhere, (tx) =>
        tx
          .updateTable('person')
          .set({ name: `Ben ${round}` })
          .where('id', '=', 'ben')
          .execute(),
      ),
      now(db),
    ]);
    await write(db, (tx) => tx.insertInto('setting').values({ name: newId(), value: '' }).execute());
    expect(await now(db)).toEqual([`ann: Ann ${round}`, `ben: Ben ${round}`]);
  }
});

onEachEngine('a write that is refused is not followed', async ({ db }) => {
  const { now, readings } = everyone();
  await now(db);
  const refused = write(db, async (tx) => {
    await tx.insertInto('person').values(person('ann')).execute();
    throw new Error('No.');
  });
  await refused.catch(() => {});
  await write(db, (tx) => tx.insertInto('setting').values({ name: newId(), value: '' }).execute());
  expect(await now(db)).toEqual([]);
  expect(readings()).toEqual(['all']);
});

onEachEngine('everything is read again where the changes can not be followed', async ({ db }) => {
  const { now, readings } = everyone();
  await add(db, 'ann', 'ben');
  await now(db);
  await write(db, (tx) => sql`update person set name = 'Nobody' where id = 'ann'`.execute(tx));
  expect(await now(db)).toEqual(['ann: Nobody', 'ben: ben']);
  await write(db, (tx) => emptyTables(tx, { engine: db.engine, keep: [] }));
  expect(await now(db)).toEqual([]);
  await add(db, ...Array.from({ length: 1200 }, (_, n) => `p${n}`));
  expect(await now(db)).toHaveLength(1200);
  await add(db, 'ann');
  expect(await now(db)).toHaveLength(1201);
  expect(readings()).toEqual(['all', 'all', 'all', 'all', 'ann']);
});

onEachEngine('what could not be followed is read anew by the next visit', async ({ db }) => {
  let fails = true;
  const made = cachedByRows<View, string>(
    async () => 'read',
    async () => {
      if (fails) throw new Error('The database is away.');
      return 'followed';
    },
  );
  const now = async () => made({ db: db.read, revision: await db.revision() });
  expect(await now()).toBe('read');
  await add(db, 'ann');
  await expect(now()).rejects.toThrow('away');
  fails = false;
  expect(await now()).toBe('read');
  await add(db, 'ben');
  expect(await now()).toBe('followed');
});
