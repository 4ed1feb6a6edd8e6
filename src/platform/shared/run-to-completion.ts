/** Runs a generator to completion without yielding to the event loop. */
export function runToCompletion<Made>(steps: Generator<undefined, Made>): Made {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
