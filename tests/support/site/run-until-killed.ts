import { flushCompileCache } from 'node:module';

/**
 * Reports that this process is in the middle of its work, and waits until the test kills it. Stores the compile cache
 * first, because a killed process can't do so.
 */
export function runUntilKilled(more = ''): void {
  flushCompileCache();
  console.log(`in hand ${more}`.trimEnd());
  setInterval(() => {}, 1000);
}
