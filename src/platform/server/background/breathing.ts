import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const longestBreath = 15;

/** When somebody first breathed in this turn of the loop. All who work in one turn share it. */
let since: number | undefined;

/**
 * For long loops: `await breathe()` after each step lets others have their turn once the loop has run long enough. Of
 * many who wait for the next turn, only as many go on in it as fit.
 */
export function breathe(): Promise<void> | undefined {
  const now = performance.now();
  if (since !== undefined) return now - since > longestBreath ? turn().then(breathe) : undefined;
  since = now;
  setImmediate(() => {
    since = undefined;
  });
  return undefined;
}

/** Runs work that is written in steps, and lets others have their turn between the steps. */
export async function inTurns<Made>(steps: Generator<undefined, Made>): Promise<Made> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breathe();
  }
}
