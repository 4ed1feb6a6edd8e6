/** A piece of work that waits for its turn. */
interface QueuedWork {
  user: string;
  /** Work with a lower position is started first. */
  position: number;
  start: () => void;
}

/**
 * The reason why a task is refused: the queue is full or slow (`crowded`), or too many tasks of its user are waiting
 * (`several`).
 */
export type QueueRefusalReason = 'crowded' | 'several';

export interface FairQueue {
  /**
   * Resolves with undefined when it is this task's turn, or with the reason for refusing it. `user` is "" for tasks
   * without a user.
   */
  acquire: (user: string) => Promise<QueueRefusalReason | undefined>;
  /** Ends the turn of a task with this `user`, so that waiting tasks can start. */
  release: (user: string) => void;
}

interface FairQueueOptions {
  /** The maximum number of tasks that may run at the same time. */
  maxRunning: number;
  /** The maximum number of tasks that may wait. */
  maxQueued: number;
  /** The maximum number of tasks of one user that may wait. */
  maxQueuedPerUser: number;
  /** The maximum time that a task waits, in milliseconds. */
  maxWaitMs: number;
}

/**
 * Creates a fair queue. Users take turns, and each has at most one task running. Tasks without a user run in order of
 * arrival.
 */
export function createFairQueue({ maxRunning, maxQueued, maxQueuedPerUser, maxWaitMs }: FairQueueOptions): FairQueue {
  let queue: QueuedWork[] = [];
  let running = 0;
  /** The highest position whose task has started. */
  let reached = 0;
  /** The state of each user who has tasks. */
  const users = new Map<string, { isRunning: boolean; queued: number; lastPosition: number }>();

  const isFree = ({ user }: QueuedWork) => user === '' || !users.get(user)?.isRunning;

  function start({ user, position }: Omit<QueuedWork, 'start'>): void {
    running += 1;
    reached = Math.max(reached, position);
    const state = users.get(user);
    if (state) state.isRunning = true;
  }

  function startNext(): void {
    while (running < maxRunning) {
      const first = queue
        .filter(isFree)
        .reduce<QueuedWork | undefined>(
          (best, work) => (best && best.position <= work.position ? best : work),
          undefined,
        );
      if (!first) return;
      dequeue(first);
      start(first);
      first.start();
    }
  }

  function dequeue(work: QueuedWork): void {
    queue = queue.filter((other) => other !== work);
    const state = users.get(work.user);
    if (state) state.queued -= 1;
  }

  function removeIdleUser(user: string): void {
    const state = users.get(user);
    if (state && !state.isRunning && state.queued === 0) users.delete(user);
  }

  return {
    async acquire(user) {
      const state = users.get(user) ?? { isRunning: false, queued: 0, lastPosition: reached - 1 };
      const position = user === '' ? reached : Math.max(reached, state.lastPosition + 1);
      const work: QueuedWork = { user, position, start: () => undefined };
      const canStart = running < maxRunning && isFree(work);
      if (!canStart) {
        if (state.queued >= maxQueuedPerUser) return 'several';
        if (queue.length >= maxQueued) return 'crowded';
        state.queued += 1;
      }
      if (user !== '') users.set(user, { ...state, lastPosition: position });
      if (canStart) {
        start(work);
        return undefined;
      }
      queue.push(work);
      return new Promise<QueueRefusalReason | undefined>((resolve) => {
        const timer = setTimeout(() => {
          dequeue(work);
          removeIdleUser(user);
          resolve('crowded');
        }, maxWaitMs);
        work.start = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
    },
    release(user) {
      running -= 1;
      const state = users.get(user);
      if (state) state.isRunning = false;
      startNext();
      removeIdleUser(user);
    },
  };
}

/**
 * Creates a function that limits how many tasks run at once. The others wait in lanes, which take turns: the first task
 * of a lane waits for at most one task of each other lane. Within a lane, tasks run in order of arrival.
 *
 * @param queueLimit the number of tasks that may wait in each lane, and a function that throws for any more; without
 * it, the number is unlimited
 */
export function createConcurrencyLimit(
  maxRunning: number,
  queueLimit?: { maxQueued: number; refuse: () => never },
): <Done>(work: () => Promise<Done>, lane?: string) => Promise<Done> {
  let busy = 0;
  const lanes = new Map<string, (() => void)[]>();
  const takeNext = () => {
    for (const [lane, queue] of lanes) {
      const next = queue.shift();
      lanes.delete(lane);
      // A lane that was served moves behind the other lanes
      if (queue.length > 0) lanes.set(lane, queue);
      if (next) return next;
    }
    return undefined;
  };
  return async (work, lane = '') => {
    if (busy < maxRunning) busy += 1;
    else {
      const queue = lanes.get(lane) ?? [];
      lanes.set(lane, queue);
      if (queueLimit && queue.length >= queueLimit.maxQueued) queueLimit.refuse();
      await new Promise<void>((go) => queue.push(go));
    }
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next();
      else busy -= 1;
    }
  };
}
