import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/server/database/index.ts';
import { findDatabaseDamage, findLostWork } from '#tests/fault-injection/broken-promises.ts';
import { findBrokenRulesAt, findUnsettledWork } from '#tests/fault-injection/kills.ts';
import { startMixedLoad } from '#tests/fault-injection/load.ts';
import { createBusySociety } from '#tests/fault-injection/society.ts';
import { type Cluster, startPostgres } from '#tests/support/site/postgres.ts';
import { startSite } from '#tests/support/site/site.ts';
import { migrations } from '../../../src/migrations/index.ts';
import type { Figure, Scenario } from '../../figures.ts';

/** The disk's size, which is more than the space that uploaded files must leave free for the database. */
const size = '700m';

/** Mounts a small disk in memory. The process needs the right to mount. */
function mountSmallDisk(): { folder: string; fill: () => void; empty: () => void; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]);
  const filling = join(folder, 'filling');
  return {
    folder,
    fill: () => {
      for (let piece = 1024 * 1024; piece >= 1; piece = Math.floor(piece / 4)) {
        try {
          for (;;) appendFileSync(filling, Buffer.alloc(piece));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    empty: () => rmSync(filling, { force: true }),
    remove: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Starts PostgreSQL with its data in this folder. */
async function startPostgresIn(folder: string): Promise<Cluster> {
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = folder;
  try {
    return await startPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '64MB' });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

async function measure(engine: 'SQLite' | 'PostgreSQL'): Promise<Figure[]> {
  const disk = mountSmallDisk();
  let cluster: Cluster | undefined;
  let site: Awaited<ReturnType<typeof startSite>> | undefined;
  try {
    if (engine === 'PostgreSQL') cluster = await startPostgresIn(disk.folder);
    const dataDir = join(disk.folder, 'data');
    mkdirSync(dataDir);
    const society = await createBusySociety(dataDir, cluster?.url);
    const before = new Set(await findBrokenRulesAt(society.place));
    site = await startSite(society);
    const { url } = site;
    const load = startMixedLoad(society, () => url, { mayRefuseFiles: true });
    const isFull = async () => 'disk' in (await (await fetch(`${url}/readyz`)).json());
    const wrong: string[] = [];
    await load.until({ answers: 80, bookings: 2 });
    for (const _ of [1, 2, 3]) {
      disk.fill();
      // Deleted rows free a little space, so the disk is filled again and again
      const filling = setInterval(disk.fill, 50);
      await load.until({ answers: 60, toldToWait: 20 });
      if (engine === 'SQLite' && !(await isFull())) wrong.push('the disk is full, and /readyz does not say so');
      clearInterval(filling);
      disk.empty();
      // PostgreSQL may have stopped, because it found no space for its write-ahead log
      await cluster?.down();
      await cluster?.up();
      await load.until({ answers: 80, bookings: 2 });
      if (await isFull()) wrong.push('there is room again, and /readyz does not say so');
    }
    await load.end();
    await site.stop();
    const db = await openDatabase(society.place, migrations);
    wrong.push(...load.odd, ...(await findLostWork(load.promised, db, dataDir)));
    await db.close();
    if (engine === 'SQLite') wrong.push(...findDatabaseDamage(society.place.file).map((one) => JSON.stringify(one)));
    wrong.push(...(await findUnsettledWork(society)).filter((sentence) => !before.has(sentence)));
    for (const sentence of wrong) console.error(`    ${sentence}`);
    return [
      { name: `${engine}: confirmed`, value: load.promised.length, unit: '' },
      { name: `${engine}: asked to try again later`, value: load.answers[503] ?? 0, unit: '' },
      { name: `${engine}: files refused`, value: load.answers[413] ?? 0, unit: '' },
      { name: `${engine}: served normally`, value: load.answers[200] ?? 0, unit: '' },
      { name: `${engine}: lost, damaged, left over or odd`, value: wrong.length, unit: '', atMost: 0 },
    ];
  } finally {
    await site?.stop();
    await cluster?.stop();
    disk.remove();
  }
}

/**
 * Tests the same as `src/disk-full.test.ts`, but under load, three times, and on a disk in memory that really fills up.
 */
export const diskFullScenario: Scenario = {
  title: 'The disk fills up three times while people read, write, send files and book',
  measure: async () => [...(await measure('SQLite')), ...(await measure('PostgreSQL'))],
};
