import { expect } from 'vitest';
import { onEachEngine } from '../../../tests/support/engines.ts';
import { saveSettings } from '../../features/site/server/index.ts';
import { type Reading, write } from '../../platform/server/database/index.ts';
import { demo } from './demo.ts';
import { seedDemo } from './seed.ts';

const now = new Date('2026-11-21T12:00:00Z');

async function count(db: Reading, table: 'show' | 'person' | 'credit'): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select((e) => e.cast<string>(e.fn.countAll(), 'text').as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

onEachEngine('a first start opens the demo society whole, a second leaves it alone', async ({ db }) => {
  const { shows } = demo('2026-11-21');
  const credits = shows.flatMap((show) => show.credits);

  expect(await seedDemo(db, now)).toBe(true);
  expect(await seedDemo(db, now)).toBe(false);

  expect(await count(db.read, 'show')).toBe(shows.length);
  expect(await count(db.read, 'credit')).toBe(credits.length);
  expect(await count(db.read, 'person')).toBe(new Set(credits.map((credit) => credit.person)).size);
});

onEachEngine('two starts at the same moment open it once', async ({ db }) => {
  expect((await Promise.all([seedDemo(db, now), seedDemo(db, now)])).sort()).toEqual([false, true]);
  expect(await count(db.read, 'show')).toBe(demo('2026-11-21').shows.length);
});

onEachEngine('a society that has begun with its own settings gets no demo', async ({ db }) => {
  await write(db, (tx) => saveSettings(tx, { siteName: 'Our own players' }));
  expect(await seedDemo(db, now)).toBe(false);
  expect(await count(db.read, 'show')).toBe(0);
});
