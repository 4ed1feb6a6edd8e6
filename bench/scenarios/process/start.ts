import { rmSync } from 'node:fs';
import { makeDemoSociety } from '#tests/support/site/demo-society.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { median, type Scenario } from '../../figures.ts';
import { readMemory } from '../../memory.ts';
import { request, requestPage } from '../../requests.ts';

/** Measures the first start (in an empty folder), later starts with data, and the memory after 1,000 requests. */
export const startScenario: Scenario = {
  title: 'Starting the site, and its memory after a thousand requests',
  async measure() {
    const empty = createTemporaryDataDir();
    const dataDir = await makeDemoSociety();
    try {
      const first = await startSite({ dataDir: empty });
      await first.stop();
      const warm: number[] = [];
      for (let run = 0; run < 7; run += 1) {
        const site = await startSite({ dataDir });
        warm.push(site.startedIn);
        await site.stop();
      }
      const site = await startSite({ dataDir });
      const { shows } = (await (await fetch(`${site.url}/past-shows?react`)).json()) as {
        shows: { id: string; title: string }[];
      };
      const paths = ['/', '/past-shows', '/past-shows?react', '/sitedata', '/nowhere', '/past-shows?q=the'];
      paths.push(...shows.slice(0, 14).map(({ id, title }) => `/past-shows/${id}/${encodeURIComponent(title)}`));
      for (let count = 0; count < 1000; count += 1) await request(`${site.url}${paths[count % paths.length]}`);
      const memory = readMemory(site.pid);
      await requestPage(`${site.url}/`);
      await site.stop();
      return [
        { name: 'first start, which creates the demo society', value: first.startedIn, unit: 'ms' },
        { name: 'warm start to the first page served', value: median(warm), unit: 'ms', atMost: 1000 },
        { name: 'memory after 1,000 requests', value: memory, unit: 'MB', atMost: 180 },
      ];
    } finally {
      for (const folder of [empty, dataDir]) rmSync(folder, { recursive: true });
    }
  },
};
