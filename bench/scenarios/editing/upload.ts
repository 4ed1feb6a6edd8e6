import { randomBytes } from 'node:crypto';
import { openAsBlob, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { measureTime, type Scenario } from '../../figures.ts';
import { openSocietyDatabase } from '../../large-society.ts';
import { measureMemoryGrowth } from '../../memory.ts';
import { requestPage } from '../../requests.ts';
import { createAdminCookie } from '../../signed-in.ts';

const largest = 50_000_000;

/** Measures the upload of the largest file that a show accepts, on a site that has already served a few pages. */
export const uploadScenario: Scenario = {
  title: 'A file of 50 MB is uploaded',
  async measure() {
    const dataDir = createTemporaryDataDir();
    const files = createTemporaryDataDir();
    try {
      const db = await openSocietyDatabase(dataDir);
      const a = createFactories(db, createDiskStorage(join(dataDir, 'files')));
      const show = await a.show();
      const cookie = await createAdminCookie(a, db);
      await db.close();

      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const upload = async (name: string) => {
        const form = new FormData();
        form.append('files', await openAsBlob(join(files, name)), name);
        const response = await fetch(`${site.url}/members/api/upload_file/${show}`, {
          method: 'POST',
          headers: { cookie },
          body: form,
        });
        if (response.status !== 200)
          throw new Error(`${name} responded with ${response.status}: ${await response.text()}`);
      };
      const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);
      await writeFile(join(files, 'small.pdf'), pdf(1_000_000));
      await writeFile(join(files, 'large.pdf'), pdf(largest));
      const photograph = { width: 6000, height: 4000, channels: 3, background: '#a31' } as const;
      await sharp({ create: { ...photograph, noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
        .jpeg({ quality: 90 })
        .toFile(join(files, 'photograph.jpg'));

      for (let run = 0; run < 20; run += 1) await requestPage(`${site.url}/`);
      await upload('small.pdf');
      const { pid } = site;
      const more = await measureMemoryGrowth(pid, () => upload('large.pdf'));
      const took = await measureTime(() => upload('large.pdf'));
      const picture = await measureMemoryGrowth(pid, () => upload('photograph.jpg'));
      await site.stop();
      return [
        { name: 'more memory for a PDF of 50 MB', value: more, unit: 'MB', atMost: 60 },
        { name: 'time for it', value: took, unit: 'ms' },
        { name: 'more memory for a photograph of 24 megapixels', value: picture, unit: 'MB' },
      ];
    } finally {
      for (const folder of [dataDir, files]) rmSync(folder, { recursive: true });
    }
  },
};
