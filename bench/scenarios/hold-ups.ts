import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtFrontend } from '#platform/server/http/frontend.ts';
import { diskStorage } from '#platform/server/storage/storage.ts';
import { factories } from '#tests/support/factories.ts';
import { tryEveryRoute } from '#tests/support/hold-ups.ts';
import { temporaryDataDir } from '#tests/support/site.ts';
import { buildApp } from '../../src/app.ts';
import type { Scenario } from '../figures.ts';
import { openSociety } from '../large-society.ts';

/** Everything that is large, sent to every route: how long the others wait. */
export const holdingUp: Scenario = {
  title: 'Somebody sends every route the most that it takes: how long the site works without looking up',
  async measure() {
    const dataDir = temporaryDataDir();
    const front = await builtFrontend(join(import.meta.dirname, '../../dist'));
    const db = await openSociety(dataDir);
    const storage = diskStorage(join(dataDir, 'files'));
    const app = await buildApp({ db, storage, front, secret: 'only a measurement' });
    try {
      await app.warmUp();
      const results = await tryEveryRoute({ app, a: factories(db, storage), db }, new Date().toISOString());
      const worst = [...Map.groupBy(results, ({ route }) => route).values()]
        .flatMap((tries) => tries.toSorted((one, other) => other.held - one.held).slice(0, 1))
        .toSorted((one, other) => other.held - one.held);
      const over = worst.filter(({ held: ms }) => ms > 50).length;
      return [
        ...worst.slice(0, 15).map(({ route, what, held: ms }) => ({
          name: `${route}: ${what}`,
          value: ms,
          unit: 'ms' as const,
          atMost: 50,
        })),
        {
          name: `routes of ${worst.length} that work for longer than 50 ms`,
          value: over,
          unit: '' as const,
          atMost: 0,
        },
      ];
    } finally {
      await app.close();
      await front.close();
      await db.close();
      rmSync(dataDir, { recursive: true });
    }
  },
};
