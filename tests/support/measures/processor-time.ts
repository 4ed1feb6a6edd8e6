// Measures this thread's processor time, which doesn't grow on a busy machine as the elapsed time does.
import { setImmediate, setTimeout } from 'node:timers/promises';

const readProcessorTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Returns the milliseconds of processor time that some work takes. */
export function measureProcessorTime(work: () => unknown): number {
  const before = readProcessorTime();
  work();
  return readProcessorTime() - before;
}

/** Returns the most processor time, in milliseconds, for which this thread blocks the event loop during some work. */
export async function measureMaxBlockingTime(work: () => Promise<unknown>): Promise<number> {
  await setImmediate();
  let most = 0;
  let before = readProcessorTime();
  const look = () => {
    most = Math.max(most, readProcessorTime() - before);
    before = readProcessorTime();
  };
  const watch = setInterval(look, 1);
  await work();
  await setTimeout(1);
  look();
  clearInterval(watch);
  return most;
}
