import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const longestBreath = 15;

/**
 * For work on many things one after the other: `await breathe()` after each of them lets others have their turn, where
 * this one has lasted long enough.
 */
export function breathing(): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since > longestBreath ? pause() : undefined);
}
