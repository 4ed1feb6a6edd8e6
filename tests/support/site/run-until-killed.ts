import { flushCompileCache } from 'node:module';

/**
 * Reports that this process is in the middle of its work, and waits until the test kills it. It stores the compile
 * cache first, because a killed process can't.
 */
export function runUntilKilled(more = ''): void {
  flushCompileCache();
  console.log(`in hand ${more}`.trimEnd());
  setInterval(() => {}, 1000);
}
