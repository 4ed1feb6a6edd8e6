import { expect } from 'vitest';
import { listMessages } from '#features/administration/messages/server/index.ts';
import { listDirectorAndProducerUserIds } from '#features/archive/shows/server/index.ts';
import { listPlans } from '#features/money/subscriptions/server/index.ts';
import { findUser } from '#features/society/accounts/server/index.ts';
import { saveSettings } from '#features/society/settings/server/settings-store.ts';
import { type Database, DatabaseBusyError, type DbReader, write } from '#platform/server/database/index.ts';
import { onEachEngine, onSqlite } from '#tests/support/site/engines.ts';
import { seedDemo } from './seed.ts';
import { buildDemoSociety } from './society/demo.ts';

const now = new Date('2026-11-21T12:00:00Z');

async function count(db: DbReader, table: 'show' | 'person' | 'credit'): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select((e) => e.cast<string>(e.fn.countAll(), 'text').as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

onEachEngine(
  'the first start seeds the demo’s shows, people and credits, and a second start adds nothing',
  async ({ db }) => {
    const { shows } = buildDemoSociety('2026-11-21');
    const credits = shows.flatMap((show) => show.credits);

    expect(await seedDemo(db, now)).toBe(true);
    expect(await seedDemo(db, now)).toBe(false);

    expect(await count(db.read, 'show')).toBe(shows.length);
    expect(await count(db.read, 'credit')).toBe(credits.length);
    expect(await count(db.read, 'person')).toBe(new Set(credits.map((credit) => credit.person)).size);
  },
);

onEachEngine('two simultaneous starts seed the demo once', async ({ db }) => {
  expect((await Promise.all([seedDemo(db, now), seedDemo(db, now)])).sort()).toEqual([false, true]);
  expect(await count(db.read, 'show')).toBe(buildDemoSociety('2026-11-21').shows.length);
});

onEachEngine('seeding the demo is tried again while the database is busy', async ({ db }) => {
  let waits = 2;
  const busy: Database = {
    ...db,
    write: (...work) => (waits-- > 0 ? Promise.reject(new DatabaseBusyError('Others write.')) : db.write(...work)),
  };
  expect(await seedDemo(busy, now)).toBe(true);
});

onEachEngine('a society with its own settings gets no demo', async ({ db }) => {
  await write(db, (tx) => saveSettings(tx, { siteName: 'Our own players' }));
  expect(await seedDemo(db, now)).toBe(false);
  expect(await count(db.read, 'show')).toBe(0);
});

onSqlite('four of the demo’s accounts have a password, and most accounts have an emergency contact', async ({ db }) => {
  await seedDemo(db, now);
  const users = await db.read.selectFrom('user').selectAll().orderBy('email').execute();
  const known = users.filter(({ password_hash }) => password_hash !== '');
  expect(known.map(({ email, role }) => [email, role])).toEqual([
    ['admin@demo.example', 'admin'],
    ['author@demo.example', 'author'],
    ['director@demo.example', 'member'],
    ['member@demo.example', 'member'],
  ]);
  expect(users.length).toBeGreaterThanOrEqual(34);
  expect(users.filter(({ e_con_phone }) => e_con_phone !== '').length).toBeGreaterThan(25);
  expect(new Set(users.map(({ email }) => email)).size).toBe(users.length);

  const director = known[2]?.id ?? '';
  const directed = await Promise.all(
    buildDemoSociety('2026-11-21').shows.map(async ({ id, date }) => ({
      date,
      theirs: (await listDirectorAndProducerUserIds(db.read, id)).includes(director),
    })),
  );
  const theirs = directed.filter((show) => show.theirs).map(({ date }) => date > '2026-11-21');
  expect(theirs).toContain(true);
  expect(theirs).toContain(false);
});

onSqlite('the demo has membership plans, and messages, feedback and a correction for its admins', async ({ db }) => {
  await seedDemo(db, now);
  const messages = await listMessages(db.read);
  expect(messages.filter(({ kind, state }) => kind === 'contact' && state === 'new').length).toBeGreaterThan(0);
  expect(messages.every(({ received_at }) => received_at < now.toISOString())).toBe(true);
  const word = messages.find(({ kind }) => kind === 'feedback');
  const writer = await findUser(db.read, word?.user_id ?? '');
  expect(word?.name).toBe(`${writer?.firstname} ${writer?.lastname}`);
  expect((await listPlans(db.read, '2026-11-21')).map(({ name, amount }) => [name, amount])).toEqual([
    ['Friend', 1200],
    ['Full member', 2500],
    ['Under 18', 1000],
  ]);
  const spotted = await db.read
    .selectFrom('correction')
    .innerJoin('show', 'show.id', 'correction.show_id')
    .select(['correction.right', 'correction.state', 'correction.received_at', 'show.date'])
    .execute();
  expect(spotted).toMatchObject([{ right: 'Joan Prentice', state: 'open' }]);
  const oldest = await db.read
    .selectFrom('show')
    .select(({ fn }) => fn.min('date').as('date'))
    .executeTakeFirst();
  expect(spotted[0]?.date).toBe(oldest?.date);
});
