import { cachedDemoSociety } from '../support/demo-society.ts';
import { readyForPairs } from '../support/pair.ts';

/** Before all journeys: the society they walk in, so that none of them waits for its pictures. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const made = await cachedDemoSociety();
  process.env.DEMO_SOCIETY = made;
  return process.env.PAIR ? readyForPairs(made) : undefined;
}
