import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { buildCsvArchive } from '../../csv-archive.ts';
import { type Figure, measureTime, type Scenario } from '../../figures.ts';
import { openSocietyDatabase } from '../../large-society.ts';
import { createAdminCookie } from '../../signed-in.ts';

const rows = 20_000;

/** Measures how long other people's reads and writes wait while an archive is previewed or imported. */
export const concurrentImportScenario: Scenario = {
  title: `An archive of ${rows.toLocaleString('en-GB')} shows is sent while others save and read`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    const db = await openSocietyDatabase(dataDir);
    let stop = async () => {};
    try {
      const cookie = await createAdminCookie(createFactories(db, createDiskStorage(join(dataDir, 'files'))), db);
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      stop = site.stop;
      const archive = buildCsvArchive(rows);
      const send = async (dryRun: '0' | '1') => {
        const form = new FormData();
        form.append('dry_run', dryRun);
        form.append('file', new Blob([archive]), 'archive.csv');
        const url = `${site.url}/members/api/manage_shows_import`;
        const response = await fetch(url, { method: 'POST', headers: { cookie }, body: form });
        if (response.status !== 200)
          throw new Error(`The import responded with ${response.status}: ${await response.text()}`);
      };
      const figures: Figure[] = [];
      for (const [what, dryRun] of [
        ['preview', '1'],
        ['import', '0'],
      ] as const) {
        let busy = true;
        /** Repeats an action until the import is done. Returns the longest time that it took, in milliseconds. */
        const longest = async (one: () => Promise<unknown>) => {
          let most = 0;
          while (busy) {
            most = Math.max(most, await measureTime(one));
            await pause(5);
          }
          return most;
        };
        const saving = longest(() => write(db, async () => undefined));
        const reading = longest(() => fetch(`${site.url}/healthz`));
        const took = await measureTime(() => send(dryRun));
        busy = false;
        figures.push(
          { name: `${what}: all of it`, value: took, unit: 'ms' },
          { name: `${what}: the longest that a save waits`, value: await saving, unit: 'ms', atMost: 500 },
          { name: `${what}: the longest that a page waits`, value: await reading, unit: 'ms' },
        );
      }
      return figures;
    } finally {
      await stop();
      await db.close();
      rmSync(dataDir, { recursive: true });
    }
  },
};
