import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const longestBreath = 15;

/** For long loops: `await breathe()` after each step lets others have their turn once the loop has run long enough. */
export function breathing(): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since > longestBreath ? pause() : undefined);
}

/** Runs work that is written in steps, and lets others have their turn between the steps. */
export async function inTurns<Made>(steps: Generator<undefined, Made>): Promise<Made> {
  const breathe = breathing();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breathe();
  }
}
