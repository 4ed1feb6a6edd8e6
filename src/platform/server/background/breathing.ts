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

/**
 * Does work that is written in steps, so that it can be done without a pause where nobody waits; here others have
 * theirs.
 */
export async function inTurns<Made>(steps: Generator<undefined, Made>): Promise<Made> {
  const breathe = breathing();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breathe();
  }
}
