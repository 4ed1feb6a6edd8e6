import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createShows } from '#features/archive/shows/server/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { measureEveryRoute } from '#tests/support/measures/hold-ups.ts';
import { measureMaxBlockingTime } from '#tests/support/measures/processor-time.ts';
import { createTemporaryDataDir } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { type BuiltApp, buildApp } from '../../../src/app.ts';
import { median, type Scenario } from '../../figures.ts';
import { changePublicData, generateLargeArchive, openSocietyDatabase } from '../../large-society.ts';
import { measureArchiveImport, measureFirstSquareRequest, measureLargestShow } from '../../largest-work.ts';
import { createAdminCookie } from '../../signed-in.ts';

/**
 * Measures how long the first visit to a page after a change of public data blocks other requests. Returns the median
 * of five visits, in milliseconds.
 */
async function measureFirstVisit(app: BuiltApp, db: Database, url: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    await setTimeout(600); // The pause is there because a society's writes come one by one, not all at once
    await changePublicData(db);
    const page = { method: 'GET', url, headers: { host: 'players.example' } } as const;
    times.push(await measureMaxBlockingTime(async () => void (await app.fastify.inject(page))));
  }
  return median(times);
}

interface Society {
  app: BuiltApp;
  db: Database;
  storage: FileStorage;
}

/** Runs `measure` in an empty society. */
export async function withSociety<Measured>(measure: (society: Society) => Promise<Measured>): Promise<Measured> {
  const dataDir = createTemporaryDataDir();
  const front = await loadBuiltFrontend(join(import.meta.dirname, '../../../dist'));
  const db = await openSocietyDatabase(dataDir);
  const storage = createDiskStorage(join(dataDir, 'files'));
  const app = await buildApp({ db, storage, frontend: front, dataKey: 'only a measurement' });
  try {
    // Renders a page before the measurement, because the first one of a process takes 60 ms longer
    await app.fastify.inject('/nowhere');
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    return await measure({ app, db, storage });
  } finally {
    await app.close();
    await front.close();
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}

/**
 * Sends the largest requests to every route, does the largest pieces of work, and measures how long other requests
 * wait.
 */
export const blockingTimeScenario: Scenario = {
  title: 'Every route receives the largest input that it accepts: how long the event loop is blocked',
  async measure() {
    const results = await withSociety(({ app, db, storage }) =>
      measureEveryRoute({ app, a: createFactories(db, storage), db }, new Date().toISOString()),
    );
    const worst = [...Map.groupBy(results, ({ route }) => route).values()]
      .flatMap((tries) => tries.toSorted((one, other) => other.held - one.held).slice(0, 1))
      .toSorted((one, other) => other.held - one.held);
    const over = worst.filter(({ held: ms }) => ms > 50).length;
    const largest = await withSociety(async ({ app, db, storage }) => {
      const cookie = await createAdminCookie(createFactories(db, storage), db);
      return [
        await measureFirstSquareRequest(),
        await measureLargestShow(app, cookie),
        ...(await measureArchiveImport(app, cookie)),
      ];
    });
    const firstVisit = await withSociety(async ({ app, db }) => {
      await write(db, (tx) => createShows(tx, [...generateLargeArchive(10_000)], { now: new Date().toISOString() }));
      return measureFirstVisit(app, db, '/past-shows');
    });
    return [
      ...worst.slice(0, 15).map(({ route, what, held: ms }) => ({
        name: `${route}: ${what}`,
        value: ms,
        unit: 'ms' as const,
        atMost: 50,
      })),
      ...largest.map(([name, value]) => ({ name, value, unit: 'ms' as const, atMost: 50 })),
      {
        name: `routes of ${worst.length} that work for longer than 50 ms`,
        value: over,
        unit: '' as const,
        atMost: 0,
      },
      {
        name: 'the first visit of 10,000 past shows after a write',
        value: firstVisit,
        unit: 'ms',
        atMost: 50,
      },
    ];
  },
};
