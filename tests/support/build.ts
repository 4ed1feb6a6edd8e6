import { makeReady } from '../../bin/setup.mjs';

/** Before all tests: what they look at in `dist/` and start from there is as its sources have it. */
export default async function setup(): Promise<void> {
  await makeReady({ pages: true, program: true });
}
