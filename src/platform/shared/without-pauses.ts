/** Runs work that is written in steps without a pause: where nobody waits for a turn. */
export function withoutPauses<Made>(steps: Generator<undefined, Made>): Made {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
