// Draws the society that the journeys walk in, where that hasn't been done: `npm test` does it while it checks.
import { keptDemoSociety } from '../support/demo-society.ts';

await keptDemoSociety();
