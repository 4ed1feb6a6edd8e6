import { rmSync } from 'node:fs';
import { createArgon2Hashing } from '#features/society/accounts/server/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { measureTime, median, percentile, type Scenario } from '../../figures.ts';
import { fillSociety, openSocietyDatabase } from '../../large-society.ts';
import { requestPage } from '../../requests.ts';

const password = 'a lamp, a rope and a bucket';
const atOnce = 10;
const each = 12;

/** Signs in once, with a separate network address, as another member's browser would. */
async function signIn(site: string, number: number): Promise<void> {
  const response = await fetch(`${site}/members`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-forwarded-for': `192.0.2.${number % 250}`,
    },
    body: JSON.stringify({ email: `member${number}@bench.example`, password }),
  });
  if (response.status !== 200) throw new Error(`A sign-in responded with ${response.status}: ${await response.text()}`);
}

/** Measures sign-ins of ten members at the same time, repeatedly, while others read pages. */
export const signInScenario: Scenario = {
  title: `Signing in, ${atOnce} at once, while others read`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      await fillSociety(dataDir, 500);
      const db = await openSocietyDatabase(dataDir);
      const a = createFactories(db, createDiskStorage(dataDir));
      const password_hash = await createArgon2Hashing().hash(password);
      for (let number = 0; number < atOnce * (each + 1); number += 1) {
        await a.user({ email: `member${number}@bench.example`, password_hash });
      }
      await db.close();
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const pages = ['/', '/past-shows', '/about-us', '/blog'];
      let count = 0;
      const read = () => {
        count += 1;
        // Every second request is a search that hasn't been made before
        const path = pages[count % pages.length] ?? '/';
        return requestPage(count % 2 === 0 ? `${site.url}${path}` : `${site.url}/search?q=lantern%20${count}`);
      };
      for (let run = 0; run < 40; run += 1) await read();
      await Promise.all(Array.from({ length: atOnce }, (_, number) => signIn(site.url, number)));

      const quiet: number[] = [];
      for (let run = 0; run < 100; run += 1) quiet.push(await measureTime(read));

      const signIns: number[] = [];
      const reads: number[] = [];
      let done = false;
      const readers = (async () => {
        while (!done) {
          reads.push(await measureTime(read));
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      })();
      await Promise.all(
        Array.from({ length: atOnce }, async (_, line) => {
          for (let turn = 1; turn <= each; turn += 1) {
            signIns.push(await measureTime(() => signIn(site.url, turn * atOnce + line)));
          }
        }),
      );
      done = true;
      await readers;
      await site.stop();
      return [
        { name: 'a sign-in, median', value: median(signIns), unit: 'ms' as const },
        { name: 'a sign-in, p95', value: percentile(signIns, 0.95), unit: 'ms' as const, atMost: 350 },
        { name: 'a public page meanwhile, median', value: median(reads), unit: 'ms' as const },
        { name: 'a public page meanwhile, p95', value: percentile(reads, 0.95), unit: 'ms' as const, atMost: 50 },
        { name: 'a public page while nobody signs in, p95', value: percentile(quiet, 0.95), unit: 'ms' as const },
      ];
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
};
