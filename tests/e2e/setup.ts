import { keptDemoSociety } from '../support/demo-society.ts';

/** Before all journeys: the society they walk in, so that none of them waits for its pictures. */
export default async function setup(): Promise<void> {
  process.env.DEMO_SOCIETY = await keptDemoSociety();
}
