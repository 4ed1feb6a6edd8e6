// Measures the cost of work if an input's limit is too low to show by itself that it is processed more than once: time
// of this thread on the processor, which a busy machine doesn't lengthen.
import { setImmediate, setTimeout } from 'node:timers/promises';

const worked = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The milliseconds that some work takes. */
export function processorTime(work: () => unknown): number {
  const before = worked();
  work();
  return worked() - before;
}

/** The longest, in milliseconds, that this thread works between two turns of the loop while something is done. */
export async function measureHoldUp(work: () => Promise<unknown>): Promise<number> {
  await setImmediate();
  let most = 0;
  let before = worked();
  const look = () => {
    most = Math.max(most, worked() - before);
    before = worked();
  };
  const watch = setInterval(look, 1);
  await work();
  await setTimeout(1);
  look();
  clearInterval(watch);
  return most;
}
