import { readFileSync } from 'node:fs';

/** Returns the processor time that a process has used so far (milliseconds, to the nearest ten). */
export function readProcessorTime(pid: number): number {
  // The program's name, in brackets, may contain spaces
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
