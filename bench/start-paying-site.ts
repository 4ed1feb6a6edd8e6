import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PracticeSquare } from '../src/practice/square/index.ts';
import type { EmptySociety } from './each-engine.ts';

/** A site that charges cards at a practice provider. */
export interface PayingSite {
  url: string;
  /** The processor time that the site has used so far, in milliseconds. */
  getProcessorTime: () => Promise<number>;
  /** Stops the site: cleanly, or at once with SIGKILL. */
  stop: (signal?: 'SIGKILL') => Promise<void>;
}

interface PayingSiteOptions {
  /** The number of milliseconds by which the site's clock is fast. */
  ahead?: number;
  /** True to turn off the guard against overselling, which shows that the measurement detects overselling. */
  isCareless?: boolean;
}

/** Starts the whole site in a separate process, with a practice payment provider in this process. */
export async function startPayingSite(
  { dataDir, place }: EmptySociety,
  { access }: Pick<PracticeSquare, 'access'>,
  options: PayingSiteOptions = {},
): Promise<PayingSite> {
  const child = fork(join(import.meta.dirname, 'paying-site.ts'), [
    JSON.stringify({ dataDir, place, access, ...options }),
  ]);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The site has ended.')));
  const [url] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return {
    url,
    getProcessorTime: async () => {
      child.send('processor');
      const [ms] = await once(child, 'message');
      return ms;
    },
    stop: async (signal) => {
      if (child.kill(signal)) await once(child, 'exit');
    },
  };
}
