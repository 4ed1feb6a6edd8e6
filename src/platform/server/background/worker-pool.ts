import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from './fair-queue.ts';

/** Thrown for work that a worker didn't finish. */
export class WorkerTaskError extends Error {
  /**
   * `late`: the task took too long; `ended`: the worker ran out of memory or crashed; `crowded`: the queue was full, or
   * the task waited too long; `several`: its user had too many tasks waiting.
   */
  readonly reason: 'late' | 'ended' | 'crowded' | 'several';

  constructor(reason: WorkerTaskError['reason']) {
    super(`The worker task was not completed: ${reason}`);
    this.reason = reason;
  }
}

export interface WorkerPoolOptions {
  /**
   * A thread starts quickly and shares this process's memory. A process is for code whose crash may affect more than
   * its thread; it gets none of our settings or secrets.
   */
  as: 'thread' | 'process';
  /** The number of tasks that run at the same time. Default: 1. */
  most?: number;
  /** The time limit of a task, in milliseconds. */
  taskTimeoutMs: number;
  /** The maximum heap size, in megabytes. */
  maxHeapMb: number;
  /** The maximum number of tasks that may wait. Default: 500. */
  mostQueued?: number;
  /** The maximum number of tasks of one user that may wait. Default: `mostQueued`. */
  mostQueuedEach?: number;
  /** The maximum time that a task may wait before it is refused as crowded, in milliseconds. Default: ten minutes. */
  longestWait?: number;
  /**
   * The time in milliseconds for which an idle worker waits for the next task. Default: 10 s. If 0, each task gets a
   * new worker.
   */
  stays?: number;
}

/** A worker: a thread or a process. */
interface Hand {
  ask: (task: unknown) => void;
  /** Called with the result of a task, or when the worker has ended. */
  told: (message: { answer: unknown } | 'ended') => void;
  /** Ends the worker at once, even during a task. */
  end: () => void;
  /** Sets whether this program waits for the worker before it exits. */
  hold: (keepAlive: boolean) => void;
}

const nobody = () => undefined;

function attend(hand: Hand, events: EventEmitter): Hand {
  events.on('message', (answer: unknown) => hand.told({ answer }));
  for (const end of ['exit', 'error']) events.on(end, () => hand.told('ended'));
  return hand;
}

function startThread(program: URL, memory: number): Hand {
  const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 };
  const worker = new Worker(program, { execArgv: [], env: {}, resourceLimits });
  const hand: Hand = {
    ask: (task) => worker.postMessage(task),
    told: nobody,
    end: () => void worker.terminate(),
    hold: (keepAlive) => (keepAlive ? worker.ref() : worker.unref()),
  };
  return attend(hand, worker);
}

function startProcess(program: URL, memory: number): Hand {
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
  const execArgv = [`--max-old-space-size=${memory}`];
  const child = fork(program, [], { serialization: 'advanced', execArgv, env, stdio: 'ignore' });
  child.unref();
  const hand: Hand = {
    // The end of the worker is reported by an event of its own, so an error from sending can be ignored
    ask: (task) => void child.send(task as object, () => undefined),
    told: nobody,
    end: () => void child.kill('SIGKILL'),
    hold: (keepAlive) => (keepAlive ? child.channel?.ref() : child.channel?.unref()),
  };
  return attend(hand, child);
}

/**
 * Runs heavy tasks in workers with limited time and memory, so that other requests don't wait for them. `program` is
 * the worker's entry point and calls `handleWorkerTasks`. Input and output are copied. Tasks of a user (`whose`) run
 * one at a time, and take turns with other users' tasks.
 * @throws WorkerTaskError if a task wasn't finished within the limits
 */
export function createWorkerPool<Task, Answer>(
  program: URL,
  options: WorkerPoolOptions,
): (task: Task, whose?: string) => Promise<Answer> {
  const { as, most = 1, taskTimeoutMs: patience, maxHeapMb: memory, mostQueued = 500, stays = 10_000 } = options;
  const idle: { hand: Hand; leaving: NodeJS.Timeout }[] = [];
  const { acquire: come, release: leave } = createFairQueue({
    most,
    mostQueued,
    mostQueuedEach: options.mostQueuedEach ?? mostQueued,
    longest: options.longestWait ?? 600_000,
  });

  function take(): Hand {
    const rested = idle.pop();
    if (!rested) return as === 'thread' ? startThread(program, memory) : startProcess(program, memory);
    clearTimeout(rested.leaving);
    return rested.hand;
  }

  function rest(hand: Hand): void {
    if (stays === 0) {
      hand.told = nobody;
      hand.end();
      return;
    }
    hand.hold(false);
    const place = { hand, leaving: setTimeout(dismiss, stays).unref() };
    idle.push(place);
    function dismiss() {
      clearTimeout(place.leaving);
      const at = idle.indexOf(place);
      if (at >= 0) idle.splice(at, 1);
      hand.told = nobody;
      hand.end();
    }
    hand.told = dismiss;
  }

  function work(task: Task): Promise<Answer> {
    const hand = take();
    hand.hold(true);
    return new Promise<Answer>((resolve, reject) => {
      const late = setTimeout(() => over('late'), patience);
      const over = (why: WorkerTaskError['reason']) => {
        clearTimeout(late);
        hand.told = nobody;
        hand.end();
        reject(new WorkerTaskError(why));
      };
      hand.told = (message) => {
        if (message === 'ended') return over('ended');
        clearTimeout(late);
        rest(hand);
        // The message comes from our own program, through a channel that nothing else can use
        resolve(message.answer as Answer);
      };
      hand.ask(task);
    });
  }

  return async (task, whose = '') => {
    const full = await come(whose);
    if (full) throw new WorkerTaskError(full);
    try {
      return await work(task);
    } finally {
      leave(whose);
    }
  };
}
