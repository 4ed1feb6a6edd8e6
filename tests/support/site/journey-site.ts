// The site that a journey uses: one process with SQLite and a folder or, with PAIR=1, two processes (`pair.ts`).
import { rmSync } from 'node:fs';
import { copyDemoSociety } from './demo-society.ts';
import { startSitePair } from './pair.ts';
import { createTemporaryDataDir, type RunningSite, startSite } from './site.ts';

/** Starts a site on a copy of the demo society, or on an empty folder. All of its data are deleted when it stops. */
export async function openSite(
  society: 'demo' | 'nothing',
  settings: Record<string, string> = {},
): Promise<RunningSite> {
  const made = process.env.DEMO_SOCIETY ?? '';
  const isDemo = society === 'demo';
  const env: Record<string, string> = { ...(isDemo ? {} : { DEMO: '0' }), ...settings };
  if (process.env.PAIR) return startSitePair({ ...(isDemo ? { made } : {}), env });
  const dataDir = isDemo ? copyDemoSociety(made) : createTemporaryDataDir();
  const site = await startSite({ dataDir, env });
  return {
    ...site,
    stop: async () => {
      await site.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
