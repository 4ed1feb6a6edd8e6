import { findEnginePrograms } from '../../bin/system.mjs';
import { ensureDemoSociety } from '../support/site/demo-society.ts';

/** Reports missing programs, and creates the society for all journeys first. */
export default async function setup(): Promise<void> {
  findEnginePrograms();
  process.env.DEMO_SOCIETY = await ensureDemoSociety();
}
