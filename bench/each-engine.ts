import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#tests/support/site/postgres.ts';
import { createTemporaryDataDir } from '#tests/support/site/site.ts';
import type { Figure } from './figures.ts';

/** PostgreSQL's settings at a real society: confirmed writes are on the disk. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', autovacuum: 'on' };

/** The location of an empty society's data. */
export interface EmptySociety {
  dataDir: string;
  place: { url: string; file: string };
}

/**
 * Runs a measurement in an empty society on SQLite and then, unless `only` is given, on PostgreSQL. Each figure names
 * its engine.
 */
export async function measureOnEachEngine(
  measure: (society: EmptySociety) => Promise<Figure[]>,
  only?: 'SQLite alone',
): Promise<Figure[]> {
  const postgres = only ? undefined : await startPostgres(durable);
  const figures: Figure[] = [];
  try {
    const engines = [['SQLite', ''], ...(postgres ? [['PostgreSQL', postgres.url]] : [])] as const;
    for (const [engine = '', url = ''] of engines) {
      const dataDir = createTemporaryDataDir();
      try {
        const measured = await measure({ dataDir, place: { url, file: join(dataDir, 'callboard.sqlite') } });
        figures.push(...measured.map((figure) => ({ ...figure, name: `${engine}: ${figure.name}` })));
      } finally {
        rmSync(dataDir, { recursive: true });
      }
    }
  } finally {
    await postgres?.stop();
  }
  return figures;
}
