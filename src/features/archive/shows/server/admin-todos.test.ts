import { expect } from 'vitest';
import type { AdminTodoSource, Services } from '#platform/server/feature/feature.ts';
import { type OnApp, onSite } from '#tests/support/site/app.ts';
import { inCast } from '#tests/support/society/factories.ts';
import { similarNamesTodo } from '../people/server/people-pages.ts';
import { missingPosterTodo } from './artwork.ts';

const wordsOf = async ({ db }: OnApp, { waiting }: AdminTodoSource) => {
  const visit = { db: db.read, revision: await db.revision(), until: 0, now: '2026-11-21T12:00:00.000Z' };
  return (await waiting(visit, {} as Services)).map(({ words }) => words);
};

onSite('the to-do about several pairs of similar names says that each pair may be one person', async (on) => {
  const names = ['Lyn Marsh', 'Lynn Marsh', 'B Tarn', 'Bill Tarn'];
  await on.a.show({ credits: names.map((name) => inCast(name, 'Chorus')) });
  expect(await wordsOf(on, similarNamesTodo)).toEqual(['2 pairs of names may each be one person']);
});

onSite('the to-do about missing posters leaves out cancelled shows', async (on) => {
  const date = { first_date: '2026-11-07', date: '2026-11-07' };
  await on.a.show({ title: 'Hamlet', ...date });
  await on.a.show({ title: 'Macbeth', ...date, cancelled: true });
  expect(await wordsOf(on, missingPosterTodo)).toEqual(['one show has no poster of its own: Hamlet']);
});
