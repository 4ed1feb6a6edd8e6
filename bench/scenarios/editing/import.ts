import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDataDir } from '#tests/support/site/site.ts';
import { buildCsvArchive } from '../../csv-archive.ts';
import { measureTime, median, type Scenario } from '../../figures.ts';
import { openSocietyDatabase } from '../../large-society.ts';

const program = join(import.meta.dirname, '../../..', 'src', 'import.ts');

/** Measures the time from the start of the import command to its end, on an empty society each time. */
export const createImportScenario = (archive?: string): Scenario => ({
  title: 'A society imports its archive',
  async measure() {
    const times: number[] = [];
    let shows = 0;
    for (let run = 0; run < 5; run += 1) {
      const dataDir = createTemporaryDataDir();
      const file = archive ?? join(dataDir, 'archive.csv');
      if (!archive) writeFileSync(file, buildCsvArchive(999));
      times.push(
        await measureTime(async () => {
          const done = spawnSync(process.execPath, [program, 'shows', file], {
            env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0' },
            encoding: 'utf8',
          });
          if (done.status !== 0) throw new Error(`The import failed:\n${done.stdout}${done.stderr}`);
        }),
      );
      const db = await openSocietyDatabase(dataDir);
      const counted = await db.read
        .selectFrom('show')
        .select(({ fn }) => fn.countAll().as('shows'))
        .executeTakeFirstOrThrow();
      shows = Number(counted.shows);
      await db.close();
      rmSync(dataDir, { recursive: true });
    }
    return [
      {
        name: `import of ${archive ? 'the given archive' : '999 rows'}`,
        value: median(times),
        unit: 'ms',
        atMost: 3000,
      },
      { name: 'shows afterwards', value: shows, unit: '' },
    ];
  },
});
