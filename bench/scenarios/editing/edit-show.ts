import { rmSync } from 'node:fs';
import type { EditShowContent } from '#features/members/show-management/contract.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories, inCast } from '#tests/support/society/factories.ts';
import { measureTime, median, percentile, type Scenario } from '../../figures.ts';
import { fillSociety, openSocietyDatabase } from '../../large-society.ts';
import { request } from '../../requests.ts';
import { createAdminCookie } from '../../signed-in.ts';

const credits = 80;
const shows = 1000;

/**
 * Measures the edit page of a show with many credits, and saves of it: with a word changed, with its credits in another
 * order, and with a new cast.
 */
export const editShowScenario: Scenario = {
  title: `The edit page of a show with ${credits} credits, among ${shows.toLocaleString('en-GB')} other shows`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    let stop = async () => {};
    try {
      await fillSociety(dataDir, shows);
      const db = await openSocietyDatabase(dataDir);
      const a = createFactories(db, createDiskStorage(dataDir));
      const id = await a.show({
        credits: Array.from({ length: credits }, (_, n) => inCast(`Player ${n}`, `Part ${n}`, n + 1)),
      });
      const cookie = await createAdminCookie(a, db);
      await db.close();
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      stop = site.stop;
      const page = async () => {
        const { status, bytes } = await request(`${site.url}/members/manage_shows/${id}/x?react`, { cookie });
        if (status !== 200) throw new Error(`The edit page responded with ${status}`);
        return JSON.parse(bytes.toString()) as EditShowContent;
      };
      const save = async (body: object) => {
        const response = await fetch(`${site.url}/members/api/manage_shows/${id}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        if (response.status !== 200)
          throw new Error(`The save responded with ${response.status}: ${await response.text()}`);
      };
      /** Measures saves as the editor sends them: the whole show, with the version that was opened. */
      const times = async (change: (sent: EditShowContent, run: number) => object) => {
        const times: number[] = [];
        // 3 × 35 saves stay below the rate limit of 120 changes a minute
        for (let run = 0; run < 35; run += 1) {
          const now = await page();
          const roles = now.currentRoles.map(({ people, ...role }) => ({ ...role, members: people }));
          const body = { ...now.showDetails, roles, ...change({ ...now, currentRoles: roles as never }, run) };
          const took = await measureTime(() => save(body));
          if (run >= 5) times.push(took);
        }
        return times;
      };
      const opened: number[] = [];
      for (let run = 0; run < 60; run += 1) opened.push(await measureTime(page));
      const word = await times((_, run) => ({ subtitle: `Evening ${run}` }));
      const order = await times(({ currentRoles }) => ({
        roles: currentRoles.toReversed().map((role, at) => ({ ...role, orderVal: at + 1 })),
      }));
      const recast = await times(({ currentRoles }, run) => ({
        roles: currentRoles.map((role, at) => ({ ...role, members: [{ name: `Player ${run} ${at}` }] })),
      }));
      return [
        { name: 'the page, p95', value: percentile(opened.slice(10), 0.95), unit: 'ms' as const },
        { name: 'saved with a word changed, median', value: median(word), unit: 'ms' as const },
        { name: 'saved with a word changed, p95', value: percentile(word, 0.95), unit: 'ms' as const, atMost: 100 },
        { name: 'saved in another order, p95', value: percentile(order, 0.95), unit: 'ms' as const, atMost: 100 },
        {
          name: `saved with ${credits} new people, p95`,
          value: percentile(recast, 0.95),
          unit: 'ms' as const,
          atMost: 100,
        },
      ];
    } finally {
      await stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};
