/** A piece of work that waits for its turn. */
interface QueuedWork {
  whose: string;
  place: number;
  go: () => void;
}

/**
 * The reason why a task is refused: the queue is full or slow (`crowded`), or too many tasks of its user are waiting
 * (`several`).
 */
export type QueueRefusalReason = 'crowded' | 'several';

export interface FairQueue {
  /**
   * Resolves with undefined when it is this task's turn, or with the reason for refusing it. `whose` is "" for tasks
   * without a user.
   */
  acquire: (whose: string) => Promise<QueueRefusalReason | undefined>;
  /** Ends a user's turn. */
  release: (whose: string) => void;
}

interface TurnOptions {
  /** The maximum number of tasks that may run at the same time. */
  most: number;
  /** The maximum number of tasks that may wait. */
  mostQueued: number;
  /** The maximum number of tasks of one user that may wait. */
  mostQueuedEach: number;
  /** The maximum time that a task waits, in milliseconds. */
  longest: number;
}

/**
 * Creates a fair queue. Users take turns, and each has at most one task running. Tasks without a user run in order of
 * arrival.
 */
export function createFairQueue({ most, mostQueued, mostQueuedEach, longest }: TurnOptions): FairQueue {
  let queue: QueuedWork[] = [];
  let working = 0;
  /** The highest queue position whose task has started, and the state of each user who has tasks. */
  let reached = 0;
  const theirs = new Map<string, { working: boolean; queued: number; last: number }>();

  const isFree = ({ whose }: QueuedWork) => whose === '' || !theirs.get(whose)?.working;

  function start(whose: string, place: number): void {
    working += 1;
    reached = Math.max(reached, place);
    const own = theirs.get(whose);
    if (own) own.working = true;
  }

  function next(): void {
    while (working < most) {
      const free = queue.filter(isFree);
      const first = free.reduce<QueuedWork | undefined>(
        (one, other) => (one && one.place <= other.place ? one : other),
        undefined,
      );
      if (!first) return;
      take(first);
      start(first.whose, first.place);
      first.go();
    }
  }

  function take(one: QueuedWork): void {
    queue = queue.filter((other) => other !== one);
    const own = theirs.get(one.whose);
    if (own) own.queued -= 1;
  }

  function forget(whose: string): void {
    const own = theirs.get(whose);
    if (own && !own.working && own.queued === 0) theirs.delete(whose);
  }

  return {
    async acquire(whose) {
      const own = theirs.get(whose) ?? { working: false, queued: 0, last: reached - 1 };
      const place = whose === '' ? reached : Math.max(reached, own.last + 1);
      const mine: QueuedWork = { whose, place, go: () => undefined };
      const now = working < most && isFree(mine);
      if (!now) {
        if (own.queued >= mostQueuedEach) return 'several';
        if (queue.length >= mostQueued) return 'crowded';
      }
      if (whose !== '') theirs.set(whose, { ...own, last: place });
      if (now) {
        start(whose, place);
        return undefined;
      }
      const state = theirs.get(whose);
      if (state) state.queued += 1;
      queue.push(mine);
      return new Promise<QueueRefusalReason | undefined>((resolve) => {
        const late = setTimeout(() => {
          take(mine);
          forget(whose);
          resolve('crowded');
        }, longest);
        mine.go = () => {
          clearTimeout(late);
          resolve(undefined);
        };
      });
    },
    release(whose) {
      working -= 1;
      const own = theirs.get(whose);
      if (own) own.working = false;
      next();
      forget(whose);
    },
  };
}
