import { flushCompileCache } from 'node:module';

/**
 * Reports that this process is in the middle of its work, and waits until the test kills it. The compile cache is
 * stored first, for the next process: a killed process stores nothing.
 */
export function runUntilKilled(more = ''): void {
  flushCompileCache();
  console.log(`in hand ${more}`.trimEnd());
  setInterval(() => {}, 1000);
}
