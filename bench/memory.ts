import { readFileSync, writeFileSync } from 'node:fs';

const inMegabytes = (pid: number, line: string): number => {
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
};

/** Resident memory in MB, as the system counts it. */
export const memoryOf = (pid: number): number => inMegabytes(pid, 'VmRSS');

/** Measures by how many MB a process grew at most while `work` ran. */
export async function memoryFor(pid: number, work: () => Promise<unknown>): Promise<number> {
  // The system counts the highest value from now on
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = memoryOf(pid);
  await work();
  return inMegabytes(pid, 'VmHWM') - before;
}
