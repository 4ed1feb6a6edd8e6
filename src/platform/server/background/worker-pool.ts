import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from './fair-queue.ts';

/** Thrown for work that a worker didn't finish. */
export class WorkerTaskError extends Error {
  /**
   * `late`: the task took too long; `ended`: the worker ended, because it ran out of memory or the task failed;
   * `crowded`: the queue was full, or the task waited too long; `several`: its user had too many tasks waiting.
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
  maxRunning?: number;
  /** The time limit of a task, in milliseconds. */
  taskTimeoutMs: number;
  /** The maximum heap size of a worker, in megabytes. */
  maxHeapMb: number;
  /** The maximum number of tasks that may wait. Default: 500. */
  maxQueued?: number;
  /** The maximum number of tasks of one user that may wait. Default: `maxQueued`. */
  maxQueuedPerUser?: number;
  /** The maximum time that a task may wait before it is refused as crowded, in milliseconds. Default: ten minutes. */
  maxWaitMs?: number;
  /**
   * The time in milliseconds for which an idle worker waits for the next task. Default: 10 s. If 0, each task gets a
   * new worker.
   */
  idleTimeoutMs?: number;
}

/** A worker: a thread or a process. */
interface WorkerHandle {
  post: (task: unknown) => void;
  /** Called with the result of a task, or when the worker has ended. */
  onMessage: (message: { answer: unknown } | 'ended') => void;
  /** Ends the worker at once, even during a task. */
  terminate: () => void;
  /** Sets whether this program waits for the worker before it exits. */
  setKeepAlive: (keepAlive: boolean) => void;
}

const ignoreMessage = () => undefined;

function listen(worker: WorkerHandle, events: EventEmitter): WorkerHandle {
  events.on('message', (answer: unknown) => worker.onMessage({ answer }));
  for (const end of ['exit', 'error']) events.on(end, () => worker.onMessage('ended'));
  return worker;
}

function startThread(program: URL, maxHeapMb: number): WorkerHandle {
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 };
  const thread = new Worker(program, { execArgv: [], env: {}, resourceLimits });
  const worker: WorkerHandle = {
    post: (task) => thread.postMessage(task),
    onMessage: ignoreMessage,
    terminate: () => void thread.terminate(),
    setKeepAlive: (keepAlive) => (keepAlive ? thread.ref() : thread.unref()),
  };
  return listen(worker, thread);
}

function startProcess(program: URL, maxHeapMb: number): WorkerHandle {
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
  const execArgv = [`--max-old-space-size=${maxHeapMb}`];
  const child = fork(program, [], { serialization: 'advanced', execArgv, env, stdio: 'ignore' });
  child.unref();
  const worker: WorkerHandle = {
    // The end of the worker is reported by an event of its own, so an error from sending can be ignored
    post: (task) => void child.send(task as object, () => undefined),
    onMessage: ignoreMessage,
    terminate: () => void child.kill('SIGKILL'),
    setKeepAlive: (keepAlive) => (keepAlive ? child.channel?.ref() : child.channel?.unref()),
  };
  return listen(worker, child);
}

/**
 * Creates a function that runs heavy tasks in workers with limited time and memory, so that other requests don't wait
 * for them. `program` is the worker's entry point and calls `handleWorkerTasks`. Input and output are copied. Tasks of
 * a `user` run one at a time, and take turns with other users' tasks.
 *
 * @throws WorkerTaskError if a task wasn't finished within the limits
 */
export function createWorkerPool<Task, Answer>(
  program: URL,
  options: WorkerPoolOptions,
): (task: Task, user?: string) => Promise<Answer> {
  const { as, maxRunning = 1, taskTimeoutMs, maxHeapMb, maxQueued = 500, idleTimeoutMs = 10_000 } = options;
  const idle: { worker: WorkerHandle; timer: NodeJS.Timeout }[] = [];
  const { acquire, release } = createFairQueue({
    maxRunning,
    maxQueued,
    maxQueuedPerUser: options.maxQueuedPerUser ?? maxQueued,
    maxWaitMs: options.maxWaitMs ?? 600_000,
  });

  function takeWorker(): WorkerHandle {
    const waiting = idle.pop();
    if (!waiting) return as === 'thread' ? startThread(program, maxHeapMb) : startProcess(program, maxHeapMb);
    clearTimeout(waiting.timer);
    return waiting.worker;
  }

  function end(worker: WorkerHandle): void {
    worker.onMessage = ignoreMessage;
    worker.terminate();
  }

  function returnWorker(worker: WorkerHandle): void {
    if (idleTimeoutMs === 0) {
      end(worker);
      return;
    }
    worker.setKeepAlive(false);
    const place = { worker, timer: setTimeout(remove, idleTimeoutMs).unref() };
    idle.push(place);
    function remove() {
      clearTimeout(place.timer);
      const index = idle.indexOf(place);
      if (index >= 0) idle.splice(index, 1);
      end(worker);
    }
    worker.onMessage = remove;
  }

  function run(task: Task): Promise<Answer> {
    const worker = takeWorker();
    worker.setKeepAlive(true);
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => fail('late'), taskTimeoutMs);
      const fail = (reason: WorkerTaskError['reason']) => {
        clearTimeout(timer);
        end(worker);
        reject(new WorkerTaskError(reason));
      };
      worker.onMessage = (message) => {
        if (message === 'ended') return fail('ended');
        clearTimeout(timer);
        returnWorker(worker);
        // The message comes from our own program, through a channel that nothing else can use
        resolve(message.answer as Answer);
      };
      worker.post(task);
    });
  }

  return async (task, user = '') => {
    const refusal = await acquire(user);
    if (refusal) throw new WorkerTaskError(refusal);
    try {
      return await run(task);
    } finally {
      release(user);
    }
  };
}
