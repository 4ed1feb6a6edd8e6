import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { listPublicPages } from '#tests/support/routes/public-pages.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { percentile, type Scenario } from '../../figures.ts';
import { fillSociety, openSocietyDatabase } from '../../large-society.ts';
import type { Load, LoadResult } from '../../load.ts';
import { readMemory } from '../../memory.ts';
import { createAdminCookie } from '../../signed-in.ts';

const pace = 200;

/**
 * Sends two hundred requests a second of all kinds for some minutes, and measures how long people wait and how much
 * memory the program needs.
 */
export const createMixedLoadScenario = (minutes: number): Scenario => ({
  title: `${pace} requests a second of all kinds, for ${minutes} min`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      await fillSociety(dataDir, 1000);
      const db = await openSocietyDatabase(dataDir);
      const cookie = await createAdminCookie(createFactories(db, createDiskStorage(dataDir)), db);
      await db.close();
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      try {
        const pages = (await listPublicPages(site.url)).map(([, path]) => path);
        const load: Load = { url: site.url, pages, cookie, pace, seconds: minutes * 60 };
        const worker = new Worker(new URL('../../load.ts', import.meta.url), { workerData: load });
        const [{ times, errors, fault }] = (await once(worker, 'message')) as [LoadResult];
        if (fault) console.log(`    the first that failed: ${fault}`);
        const all = Array.from(times);
        return [
          { name: 'requests', value: pace * minutes * 60, unit: '' },
          { name: 'failed', value: errors, unit: '', atMost: 0 },
          { name: 'response time, median', value: percentile(all, 0.5), unit: 'ms' },
          { name: 'response time, p99', value: percentile(all, 0.99), unit: 'ms', atMost: 50 },
          { name: 'memory afterwards', value: readMemory(site.pid), unit: 'MB', atMost: 200 },
        ];
      } finally {
        await site.stop();
      }
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
});
