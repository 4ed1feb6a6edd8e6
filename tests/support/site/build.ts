import { makeReady } from '../../../bin/setup.mjs';

/** Builds the pages and the program before any test is loaded, so that `dist/` is as its sources have it. */
export default (): Promise<void> => makeReady({ pages: true, program: true });
