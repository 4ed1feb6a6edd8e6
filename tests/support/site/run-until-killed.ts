import { flushCompileCache } from 'node:module';

/**
 * Says that this process has its work in hand, and stays until the test kills it. What Node made of the sources is stored
 * first, for the next one: a process that is killed stores nothing.
 */
export function runUntilKilled(more = ''): void {
  flushCompileCache();
  console.log(`in hand ${more}`.trimEnd());
  setInterval(() => {}, 1000);
}
