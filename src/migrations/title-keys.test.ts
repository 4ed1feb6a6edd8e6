import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const step = migrations.findIndex(([name]) => name === '0108-title-keys');

onEachEmptyPlace(
  'after the upgrade, titles are sorted without their articles: “The Zoo” comes before “Zoo Story”',
  async (on) => {
    const before = await openDatabase(on.place, migrations.slice(0, step));
    await write(before, async (tx) => {
      const day = { first_date: '1987-01-01', first_date_precision: 'day', date: '1987-01-02', date_precision: 'day' };
      const at = { created_at: '2026-11-21T12:00:00.000Z', updated_at: '2026-11-21T12:00:00.000Z' };
      for (const [id, title, title_key] of [
        ['1', 'Zoo Story', 'zoo story'],
        ['2', 'The Zoo', 'zoo the'],
        ['3', 'Hamlet', 'hamlet'],
      ] as const) {
        // Rows as they were at that time: today's columns may not exist yet
        const row = { id, title, title_key, cancelled: 0, ...day, ...at };
        await tx
          .insertInto('show')
          .values(row as never)
          .execute();
      }
    });
    await before.close();
    const db = await openDatabase(on.place, migrations);
    const shows = await db.read.selectFrom('show').select(['title', 'title_key']).orderBy('title_key').execute();
    expect(shows).toEqual([
      { title: 'Hamlet', title_key: 'hamlet' },
      { title: 'The Zoo', title_key: 'zoo\tthe' },
      { title: 'Zoo Story', title_key: 'zoo story' },
    ]);
    await db.close();
  },
);
