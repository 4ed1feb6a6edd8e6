import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that a process repeats for as long as it runs, such as looking for jobs that are due. Several processes may run
 * the same loop at the same time, so its work must allow for that. Work that must happen only once is a job
 * (`jobs/job-handler.ts`).
 */
export interface Loop {
  name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  everyMs: number;
  /** Performs one run; `signal` tells it to stop at the next safe point. */
  run: (signal: AbortSignal) => Promise<void>;
}

export interface LoopRunner {
  start: () => void;
  /** Starts no more runs and waits for the current ones, for at most `patienceMs`. */
  stop: (patienceMs?: number) => Promise<void>;
}

/**
 * Creates a runner, which repeats the loops between `start` and `stop`. A failed run is reported to `onFault`, and the
 * loop continues.
 */
export function createLoopRunner(loops: readonly Loop[], onFault: (error: unknown, loop: string) => void): LoopRunner {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<unknown> = Promise.resolve();

  async function keepRunning({ name, everyMs, run }: Loop): Promise<void> {
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
      running = Promise.all(loops.map(keepRunning));
    },
    stop: async (patienceMs = 5000) => {
      stopping.abort();
      await Promise.race([running, sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}
