import { expect, onTestFinished, test } from 'vitest';
import { findLostWork } from '#tests/fault-injection/broken-promises.ts';
import { killRepeatedly } from '#tests/fault-injection/kills.ts';
import { startMixedLoad } from '#tests/fault-injection/load.ts';
import { createBusySociety } from '#tests/fault-injection/society.ts';
import { createTemporaryFolder, openTestDatabase } from '#tests/support/site/engines.ts';
import { startPostgres } from '#tests/support/site/postgres.ts';
import { startSite } from '#tests/support/site/site.ts';

test('a site that is killed under load restarts with everything that it had confirmed', async () => {
  const society = await createBusySociety(createTemporaryFolder());
  const moments = [
    { answers: 40, bookings: 2, documents: 1 },
    { answers: 20, starting: 300 },
  ];
  const { wrong, promised, startedIn } = await killRepeatedly(society, moments);
  expect(wrong).toEqual([]);
  expect(startedIn).toHaveLength(3);
  // Checks that the load included writes of every kind
  expect(Object.keys(promised).sort()).toEqual(['blog post', 'booking', 'document', 'feedback', 'message']);
});

test('a site that loses PostgreSQL twice under load asks clients to wait and loses nothing confirmed', async () => {
  const cluster = await startPostgres({ synchronous_commit: 'on' });
  onTestFinished(cluster.stop);
  const society = await createBusySociety(createTemporaryFolder(), cluster.url);
  const site = await startSite(society);
  onTestFinished(site.stop);
  const load = startMixedLoad(society, () => site.url);
  for (const _ of [1, 2]) {
    await load.until({ answers: 40, bookings: 1 });
    await cluster.down();
    await load.until({ answers: 20, toldToWait: 2 });
    await cluster.up();
  }
  await load.until({ answers: 20, bookings: 1 });
  await load.end();
  expect(load.odd).toEqual([]);
  expect(load.cut()).toBe(0);
  const db = await openTestDatabase(society.place);
  expect(await findLostWork(load.promised, db, society.dataDir)).toEqual([]);
});
