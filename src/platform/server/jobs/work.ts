import type { ZodType } from 'zod';
import type { Writing } from '../database/index.ts';
import type { ClockTime } from './clock-time.ts';

/** What is written in the transaction that records a job as done: both, or neither, and once. */
export type Finish = (tx: Writing) => Promise<void>;

/** One attempt at a job. */
export interface Task<Payload> {
  key: string;
  payload: Payload;
  /** Asks it to stop at the next safe point: the process stops, or another one has the job by now. */
  signal: AbortSignal;
}

/**
 * How the jobs of one kind are done. A process can be killed at any line, and the job is
 * then done again from the start, by this process or another: so `run` looks first at what an earlier attempt has done
 * already, makes its changes in one `write` or in the `Finish` that it returns, and asks others (a mail server, a bank)
 * under a name that they recognise the second time.
 */
export interface Work {
  kind: string;
  /** What admins read of it: "Emptying the trash". */
  name: string;
  /** For work that nobody asks for: when it is due. */
  clock?: ClockTime;
  /** How many of them each process does at the same time: one unless said. More where they wait for somebody else. */
  atOnce?: number;
  /** Its jobs stay until whoever queued them deletes them; others are forgotten once they are long done. */
  jobsStay?: true;
  /** Reads the payload. @throws where it isn't what its schema says */
  start: (task: Task<unknown>) => Promise<Finish | undefined>;
}

/** An attempt after which no other can help. Its code is stored: letters and digits, no words. */
export class Hopeless extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`No attempt can help: ${code}`);
    this.code = code;
  }
}

interface WorkOptions<Payload> extends Pick<Work, 'kind' | 'name' | 'jobsStay' | 'atOnce'> {
  /** What `queueJob` was given as payload; a job of which its key says all has none. */
  payload: ZodType<Payload>;
}

/** Work that is asked for by `queueJob`. */
export const workOn = <Payload>(
  { payload: schema, ...about }: WorkOptions<Payload>,
  run: (task: Task<Payload>) => Promise<Finish | undefined>,
): Work => ({ ...about, start: (task) => run({ ...task, payload: schema.parse(task.payload) }) });

/**
 * Work by the clock. Each time it is due it is done once, however many processes there are; if the site was down then,
 * once as soon as it is up again, however often it was missed: so it does all that is due, not a day's share.
 */
export const workByClock = (
  about: Pick<Work, 'kind' | 'name'> & { clock: ClockTime },
  run: (signal: AbortSignal) => Promise<void>,
): Work => ({
  ...about,
  start: async ({ signal }) => {
    await run(signal);
    return undefined;
  },
});
