import { setTimeout as sleep } from 'node:timers/promises';

/** Work that runs beside the requests. Several processes may run it at the same time, so it has to allow for that. */
export interface Job {
  name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  everyMs: number;
  /** One run; `signal` asks it to stop at the next safe point. */
  run: (signal: AbortSignal) => Promise<void>;
}

export interface Jobs {
  start: () => void;
  /** Starts no more runs and waits for those under way, for at most `patienceMs`. */
  stop: (patienceMs?: number) => Promise<void>;
}

/**
 * Jobs that run again and again between `start` and `stop`. One that fails is reported to `onFault`, and tried again.
 */
export function createJobs(jobs: readonly Job[], onFault: (error: unknown, job: string) => void): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<unknown> = Promise.resolve();

  async function keepRunning({ name, everyMs, run }: Job): Promise<void> {
    while (!signal.aborted) {
      try {
        await run(signal);
      } catch (error) {
        onFault(error, name);
      }
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    start: () => {
      running = Promise.all(jobs.map(keepRunning));
    },
    stop: async (patienceMs = 5000) => {
      stopping.abort();
      await Promise.race([running, sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}
