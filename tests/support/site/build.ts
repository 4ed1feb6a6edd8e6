import { makeReady } from '../../../bin/setup.mjs';

/** Builds the pages and the program before any test is loaded, so that `dist/` matches its sources. */
export default (): Promise<void> => makeReady({ pages: true, program: true });
