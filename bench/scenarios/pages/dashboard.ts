import { rmSync } from 'node:fs';
import { insertFiles } from '#features/publishing/files/server/index.ts';
import { createPost } from '#features/publishing/posts/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { measureTime, median, percentile, type Scenario } from '../../figures.ts';
import { changePublicData, fillSociety, openSocietyDatabase } from '../../large-society.ts';
import { request } from '../../requests.ts';
import { createSessionCookie } from '../../signed-in.ts';

const entries = 5000;
const day = 86_400_000;

/** Measures a member's dashboard in a society with `entries` posts and files in all, added over `days` days. */
export const createDashboardScenario = (days: number): Scenario => ({
  title: `The dashboard, with ${entries.toLocaleString('en-GB')} posts and files of ${days} days`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      await fillSociety(dataDir, 500);
      const db = await openSocietyDatabase(dataDir);
      const a = createFactories(db, createDiskStorage(dataDir));
      const now = Date.now();
      const shows = await db.read.selectFrom('show').select('id').execute();
      const showId = (n: number) => shows[n % shows.length]?.id ?? null;
      const content = 'Monday is **acts one and two**, with [furniture](/x). Bring shoes. '.repeat(20);
      await write(db, async (tx) => {
        for (let n = 0; n < entries / 2; n += 1) {
          const at = new Date(now - ((n + 1) / (entries / 2)) * days * day).toISOString();
          const about = { show_id: showId(n), title: `Notice ${n}`, content, author: 'Ann Hale' };
          await createPost(tx, { ...about, type: n % 3 ? 'private' : 'public', published_at: at }, { now: at });
          const file = { name: `Paper ${n}.pdf`, content_type: 'application/pdf', bytes: 34_000, storage_key: `k${n}` };
          const of = { show_id: showId(n), post_id: null, member_docs: 'no' } as const;
          await insertFiles(tx, [{ ...file, ...of, id: newId() }], { now: at });
        }
      });
      const { id: userId } = await a.user();
      const cookie = await createSessionCookie(db, userId);
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const headers = { 'accept-encoding': 'br', cookie };
      const requestDashboard = async (query: string) => {
        const reply = await request(`${site.url}/members/dashboard${query}`, headers);
        if (reply.status !== 200) throw new Error(`The dashboard responded with ${reply.status}`);
        return reply;
      };
      const times = async (query: string) => {
        for (let run = 0; run < 20; run += 1) await requestDashboard(query);
        const times: number[] = [];
        for (let run = 0; run < 100; run += 1) times.push(await measureTime(() => requestDashboard(query)));
        return times;
      };
      const html = await times('');
      const json = await times('?react');
      const afterWrite: number[] = [];
      for (let run = 0; run < 7; run += 1) {
        await changePublicData(db);
        afterWrite.push(await measureTime(() => requestDashboard('')));
      }
      const figures = [
        { name: 'HTML, median', value: median(html), unit: 'ms' as const },
        { name: 'HTML, p95', value: percentile(html, 0.95), unit: 'ms' as const, atMost: 30 },
        { name: 'JSON, median', value: median(json), unit: 'ms' as const },
        { name: 'JSON, p95', value: percentile(json, 0.95), unit: 'ms' as const, atMost: 30 },
        { name: 'HTML, the first after a change', value: median(afterWrite), unit: 'ms' as const },
        { name: 'JSON, brotli', value: (await requestDashboard('?react')).bytes.length / 1000, unit: 'kB' as const },
      ];
      await db.close();
      await site.stop();
      return figures;
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
});
