import { readFileSync, writeFileSync } from 'node:fs';

const readMegabytes = (pid: number, line: string): number => {
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
};

/** Returns the process's resident memory in MB, as reported by the operating system. */
export const readMemory = (pid: number): number => readMegabytes(pid, 'VmRSS');

/** Measures by how many MB the memory of a process grows at its peak while `work` runs. */
export async function measureMemoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Resets the system's peak value, so that it counts from now on
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = readMemory(pid);
  await work();
  return readMegabytes(pid, 'VmHWM') - before;
}
