import { rmSync } from 'node:fs';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { measureMedianTime, measureTime, median, percentile, type Scenario } from '../../figures.ts';
import { changePublicData, fillSociety, openSocietyDatabase } from '../../large-society.ts';
import { requestPage } from '../../requests.ts';

const words = [
  'lantern',
  'agnes',
  'the',
  'garside 4',
  'silver widow, ivy',
  'show',
  'zzz',
  'e',
  'hallam',
  'ghost, pirate',
];

/** Searches with typing mistakes. All but "garsid", the beginning of a name, match nothing as typed. */
const slips = [
  'lanternn',
  'garsid',
  'silver wdow',
  'agnse',
  'hallamm',
  'pirtae',
  'garsidelantern',
  'zzzzqq',
  'ghsot',
  'ivvy',
];

/** Measures the search of the whole site, computed by the server each time: no two queries are alike. */
export const createSearchScenario = (shows: number): Scenario => ({
  title: `Searching a site of ${shows.toLocaleString('en-GB')} shows and ${(shows / 2).toLocaleString('en-GB')} people`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      await fillSociety(dataDir, shows);
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const db = await openSocietyDatabase(dataDir);
      const whole = `${site.url}/search?react`;
      const search = (run: number) =>
        requestPage(`${site.url}/search?q=${encodeURIComponent(words[run % words.length] ?? '')}%20,${run}`);
      for (let run = 0; run < 20; run += 1) await search(run);
      const times: number[] = [];
      for (let run = 20; run < 320; run += 1) times.push(await measureTime(() => search(run)));
      const misspelled: number[] = [];
      const askMisspelled = (run: number) =>
        requestPage(`${site.url}/search?q=${slips[run % slips.length] ?? ''}&page=${run}`);
      const firstMisspelled = await measureTime(() => askMisspelled(0));
      for (let run = 1; run < 100; run += 1) misspelled.push(await measureTime(() => askMisspelled(run)));
      const afterWrite: number[] = [];
      for (let run = 320; run < 325; run += 1) {
        await changePublicData(db);
        afterWrite.push(await measureTime(() => search(run)));
      }
      const json = await requestPage(whole);
      const figures = [
        { name: 'a search, median', value: median(times), unit: 'ms' as const },
        { name: 'a search, p95', value: percentile(times, 0.95), unit: 'ms' as const, atMost: 30 },
        { name: 'a search with a typing slip, median', value: median(misspelled), unit: 'ms' as const },
        {
          name: 'a search with a typing slip, p95',
          value: percentile(misspelled, 0.95),
          unit: 'ms' as const,
          atMost: 60,
        },
        { name: 'the first search with a typing slip', value: firstMisspelled, unit: 'ms' as const },
        { name: 'the first search after a change', value: median(afterWrite), unit: 'ms' as const },
        {
          name: 'the whole list for the browser, cached',
          value: await measureMedianTime(30, () => requestPage(whole)),
          unit: 'ms' as const,
        },
        { name: 'the whole list, brotli', value: json.bytes.length / 1000, unit: 'kB' as const },
      ];
      await db.close();
      await site.stop();
      return figures;
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
});
