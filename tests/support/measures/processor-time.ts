// Measures this thread's processor time, which doesn't grow on a busy machine. Unlike the elapsed time, it also shows
// if small inputs are processed more than once.
import { setImmediate, setTimeout } from 'node:timers/promises';

const worked = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Returns the milliseconds of processor time that some work takes. */
export function processorTime(work: () => unknown): number {
  const before = worked();
  work();
  return worked() - before;
}

/** Returns the longest time, in milliseconds, for which this thread blocks the event loop during some work. */
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
