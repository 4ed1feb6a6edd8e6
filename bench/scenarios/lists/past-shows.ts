import { rmSync } from 'node:fs';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { type Figure, measureMedianTime, measureTime, median, type Scenario } from '../../figures.ts';
import { changePublicData, fillSociety, openSocietyDatabase } from '../../large-society.ts';
import { requestPage } from '../../requests.ts';
import { compareCachedThroughput } from '../../throughput.ts';

/**
 * Measures the whole archive of a society with this many shows: newly rendered, from the cache, and its compressed
 * size.
 */
export const createPastShowsScenario = (shows: number): Scenario => ({
  title: `${shows.toLocaleString('en-GB')} past shows`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      const credits = await fillSociety(dataDir, shows);
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const db = await openSocietyDatabase(dataDir);
      try {
        const page = `${site.url}/past-shows`;
        const whole = `${page}?react`;
        /**
         * Returns the median response time of a page right after a public change, which makes every cached page out of
         * date.
         */
        const afresh = async (url: string) => {
          const times: number[] = [];
          for (let run = 0; run < 5; run += 1) {
            // The pause is there because a society's writes come one by one, not all at once
            await new Promise((resolve) => setTimeout(resolve, 600));
            await changePublicData(db);
            times.push(await measureTime(() => requestPage(url)));
          }
          return median(times);
        };
        const html = await requestPage(page);
        const json = await requestPage(whole);
        const cached = await compareCachedThroughput(page, site.pid);
        const figures: Figure[] = [
          { name: 'credits', value: credits, unit: '' },
          { name: 'HTML, uncached', value: await afresh(page), unit: 'ms' },
          { name: 'JSON, uncached', value: await afresh(whole), unit: 'ms' },
          {
            name: 'HTML, another search each time',
            value: await measureMedianTime(20, (n) => requestPage(`${page}?q=the+${n}`)),
            unit: 'ms',
          },
          { name: 'HTML, cached', value: await measureMedianTime(200, () => requestPage(page)), unit: 'ms' },
          { name: 'JSON, cached', value: await measureMedianTime(50, () => requestPage(whole)), unit: 'ms' },
          { name: 'HTML, brotli', value: html.bytes.length / 1000, unit: 'kB', atMost: 60 },
          { name: 'JSON, brotli', value: json.bytes.length / 1000, unit: 'kB' },
          { name: 'cached page', value: cached.rate, unit: 'req/s' },
          { name: 'bare node:http, same bytes', value: cached.bareRate, unit: 'req/s' },
          { name: 'cached page compared with bare node:http', value: cached.rateShare, unit: '%', atLeast: 40 },
        ];
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
