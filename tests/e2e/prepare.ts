// Draws the society that the journeys use, unless it is there: `npm test` does so while it checks.
import { cachedDemoSociety } from '../support/site/demo-society.ts';

await cachedDemoSociety();
