import { once } from 'node:events';
import { openAsBlob, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { type Figure, measureTime, median, percentile, type Scenario } from '../../figures.ts';
import { fillSociety, openSocietyDatabase } from '../../large-society.ts';
import { createAdminCookie } from '../../signed-in.ts';

const photographs = 100;
/** The number of uploads that the media page sends at once. */
const atOnce = 2;

/** Measures the upload of a weekend's photographs (12 megapixels, some 4 MB each) while members and visitors read. */
export const manyUploadsScenario: Scenario = {
  title: `${photographs} photographs of 12 megapixels are uploaded`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    let stop = async () => {};
    const files = createTemporaryDataDir();
    try {
      await fillSociety(dataDir, 500);
      const db = await openSocietyDatabase(dataDir);
      const a = createFactories(db, createDiskStorage(join(dataDir, 'files')));
      const cookie = await createAdminCookie(a, db);
      await db.close();
      const different = 10;
      for (let n = 0; n < different; n += 1) await drawPhotograph(join(files, `${n}.jpg`), n);

      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      stop = site.stop;
      const pages = ['/', '/past-shows', '/members/dashboard', '/search?q=lantern'];
      const reading = async (work: () => Promise<unknown>): Promise<number[]> => {
        const reader = new Worker(new URL('../../reader.ts', import.meta.url), {
          workerData: { url: site.url, pages, cookie },
        });
        const times = once(reader, 'message');
        await work();
        reader.postMessage('enough');
        return (await times)[0] as number[];
      };
      await reading(() => pause(5000));
      const calm = await reading(() => pause(10_000));

      let next = 0;
      const send = async () => {
        while (next < photographs) {
          const n = next++;
          const form = new FormData();
          form.append('fileElem', await openAsBlob(join(files, `${n % different}.jpg`)), `DSC_${1000 + n}.jpg`);
          const url = `${site.url}/members/api/manage_media/upload`;
          const response = await fetch(url, { method: 'POST', headers: { cookie }, body: form });
          if (response.status !== 200) throw new Error(`Photograph ${n} responded with ${response.status}`);
        }
      };
      let took = 0;
      const busy = await reading(async () => {
        took = await measureTime(() => Promise.all(Array.from({ length: atOnce }, send)));
      });
      const figures: Figure[] = [
        { name: 'pages before, p95', value: percentile(calm, 0.95), unit: 'ms' },
        { name: 'pages meanwhile, median', value: median(busy), unit: 'ms' },
        { name: 'pages meanwhile, p95', value: percentile(busy, 0.95), unit: 'ms', atMost: 100 },
        { name: 'pages requested meanwhile', value: busy.length, unit: '' },
        { name: 'time for a photograph', value: took / photographs, unit: 'ms' },
      ];
      return figures;
    } finally {
      await stop();
      for (const folder of [dataDir, files]) rmSync(folder, { recursive: true });
    }
  },
};

/**
 * Draws grain over large shapes, like a photograph of a stage. A plain colour would compress to fewer bytes, and noise
 * to more.
 */
async function drawPhotograph(path: string, n: number): Promise<void> {
  const size = { width: 4000, height: 3000 } as const;
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000">
    <rect width="4000" height="3000" fill="hsl(${n * 36},40%,20%)"/>
    ${Array.from({ length: 60 }, (_, at) => `<circle cx="${(at * 811 + n * 97) % 4000}" cy="${(at * 577) % 3000}" r="${40 + ((at * 53) % 400)}" fill="hsl(${(at * 47 + n) % 360},50%,${20 + (at % 6) * 10}%)"/>`).join('')}
  </svg>`;
  const grain = await sharp({
    create: { ...size, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 14 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await sharp(Buffer.from(shapes), { limitInputPixels: false })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toFile(path);
}
