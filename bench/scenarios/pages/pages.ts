import { rmSync } from 'node:fs';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import { listPublicPages } from '#tests/support/routes/public-pages.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { type Figure, measureMedianTime, measureTime, percentile, type Scenario } from '../../figures.ts';
import { fillSociety, openSocietyDatabase } from '../../large-society.ts';
import { requestPage } from '../../requests.ts';
import { compareCachedThroughput } from '../../throughput.ts';

const showChanged = 'rendered again after a show was changed';

const rounds = 20;

/** Changes that make the site render pages again: a common change, and the rarer change of the archive itself. */
const changes: readonly { name: string; change: (tx: DbTransaction) => Promise<unknown> }[] = [
  {
    name: 'rendered again',
    change: (tx) =>
      tx
        .updateTable('setting')
        .set((row) => ({ value: row.ref('value') }))
        .execute(),
  },
  {
    name: showChanged,
    change: (tx) =>
      tx
        .updateTable('show')
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('id', '=', (show) => show.selectFrom('show').select('id').orderBy('id').limit(1))
        .execute(),
  },
];

/** Measures each public page of a society with this many shows: from the cache, and rendered again after a change. */
export const createPublicPagesScenario = (
  shows: number,
  {
    renderedAtMost,
    showChangedAtMost,
    comparesWithBare,
  }: {
    renderedAtMost: number;
    /**
     * The limit in milliseconds for a page that is rendered after a show was changed, when the archive's lists are
     * rebuilt in full.
     */
    showChangedAtMost: number;
    comparesWithBare: boolean;
  },
): Scenario => ({
  title: `Each public page, at ${shows.toLocaleString('en-GB')} shows`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      await fillSociety(dataDir, shows);
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const db = await openSocietyDatabase(dataDir);
      try {
        const figures: Figure[] = [];
        for (const [name, path] of await listPublicPages(site.url)) {
          const url = `${site.url}${path}`;
          for (let run = 0; run < 3; run += 1) await requestPage(url);
          for (const { name: how, change } of changes) {
            const renderings: number[] = [];
            for (let run = 0; run < rounds; run += 1) {
              // Waits, because a society's writes happen one by one, not all at once
              await new Promise((resolve) => setTimeout(resolve, 250));
              await write(db, async (tx) => void (await change(tx)));
              renderings.push(await measureTime(() => requestPage(url)));
            }
            figures.push({
              name: `${name}, ${how}, p95`,
              value: percentile(renderings, 0.95),
              unit: 'ms',
              atMost: how === showChanged ? showChangedAtMost : renderedAtMost,
            });
          }
          figures.push({
            name: `${name}, cached`,
            value: await measureMedianTime(200, () => requestPage(url)),
            unit: 'ms',
          });
          if (!comparesWithBare) continue;
          const { rateShare, costShare, smallShare } = await compareCachedThroughput(url, site.pid);
          const compared = `${name}, cached, compared with bare node:http`;
          figures.push({ name: compared, value: rateShare, unit: '%', atLeast: 90 });
          figures.push({ name: `${compared}: processor time`, value: costShare, unit: '%', atMost: 120 });
          figures.push({ name: `${compared} that sends 6 kB`, value: smallShare, unit: '%' });
        }
        return figures;
      } finally {
        await db.close();
        await site.stop();
      }
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
});
