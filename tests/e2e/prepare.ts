// Draws the society that the journeys use, unless it is there: `npm test` does so while it checks.
import { keptDemoSociety } from '../support/demo-society.ts';

await keptDemoSociety();
