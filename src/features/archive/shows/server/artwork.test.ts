import { expect } from 'vitest';
import type { Services } from '#platform/server/feature/feature.ts';
import { onSite } from '#tests/support/site/app.ts';
import { missingPosterTodo } from './artwork.ts';

onSite('the to-do about missing posters leaves out cancelled shows', async (on) => {
  const date = { first_date: '2026-11-07', date: '2026-11-07' };
  await on.a.show({ title: 'Hamlet', ...date });
  await on.a.show({ title: 'Macbeth', ...date, cancelled: true });
  const visit = { db: on.db.read, revision: await on.db.revision(), until: 0, now: '2026-11-21T12:00:00.000Z' };
  expect(await missingPosterTodo.waiting(visit, {} as Services)).toMatchObject([
    { words: 'one show has no poster of its own: Hamlet' },
  ]);
});
