import { expect } from 'vitest';
import type { Services } from '#platform/server/feature/feature.ts';
import { onSite } from '#tests/support/site/app.ts';
import { inCast } from '#tests/support/society/factories.ts';
import { similarNamesTodo } from './people-pages.ts';

onSite('the to-do about several pairs of similar names says that each pair may be one person', async (on) => {
  const names = ['Lyn Marsh', 'Lynn Marsh', 'B Tarn', 'Bill Tarn'];
  await on.a.show({ credits: names.map((name) => inCast(name, 'Chorus')) });
  const visit = { db: on.db.read, revision: await on.db.revision(), until: 0, now: '2026-11-21T12:00:00.000Z' };
  expect(await similarNamesTodo.waiting(visit, {} as Services)).toMatchObject([
    { words: '2 pairs of names may each be one person' },
  ]);
});
