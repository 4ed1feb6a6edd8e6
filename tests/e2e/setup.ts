import { rmSync } from 'node:fs';
import { makeDemoSociety } from '../support/demo-society.ts';

/** Before all journeys: the society they walk in, so that none of them waits for its pictures. */
export default async function setup(): Promise<() => void> {
  const made = await makeDemoSociety();
  process.env.DEMO_SOCIETY = made;
  return () => rmSync(made, { recursive: true, force: true });
}
