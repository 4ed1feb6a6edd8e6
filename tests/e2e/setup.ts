import { findChromium } from '../../bin/system.mjs';
import { ensureDemoSociety } from '../support/site/demo-society.ts';
import { startPairPostgres } from '../support/site/pair.ts';

/** Creates the society for all journeys first, so that none of them waits for its pictures. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!findChromium()) throw new Error('Chromium isn’t installed. `npm test` installs it, or says how to.');
  const made = await ensureDemoSociety();
  process.env.DEMO_SOCIETY = made;
  return process.env.PAIR ? startPairPostgres(made) : undefined;
}
