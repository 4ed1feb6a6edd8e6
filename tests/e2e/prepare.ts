// Creates the society that the journeys use, unless it exists. `npm test` does this during its checks.
import { ensureDemoSociety } from '../support/site/demo-society.ts';

await ensureDemoSociety();
