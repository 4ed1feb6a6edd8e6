/** Somebody waits for their turn. */
interface Waiting {
  whose: string;
  place: number;
  go: () => void;
}

/** Why nobody more may wait: there are too many, or this one has enough waiting already. */
export type Full = 'crowded' | 'several';

export interface Turns {
  /**
   * Resolves when it is the turn of somebody's piece of work; answers why it will not be. "" is nobody in particular.
   */
  come: (whose: string) => Promise<Full | undefined>;
  /** Gives up a turn that came. */
  leave: (whose: string) => void;
}

interface TurnOptions {
  /** How many have their turn at the same time. */
  most: number;
  /** How many may wait. */
  waiting: number;
  /** How many of one person's may wait. */
  waitingEach: number;
  /** Milliseconds that somebody waits at the most. */
  longest: number;
}

/**
 * Whose work is done next. Each person has one turn at a time, and people take turns: whoever brings much stands behind
 * their own, and whoever comes with one piece waits for one of theirs and not for all of it. Work of nobody in
 * particular is done in the order in which it came.
 */
export function turns({ most, waiting, waitingEach, longest }: TurnOptions): Turns {
  let queue: Waiting[] = [];
  let working = 0;
  /** The place in the order that came last, and the last place of each who is in it. */
  let reached = 0;
  const theirs = new Map<string, { working: boolean; waiting: number; last: number }>();

  const isFree = ({ whose }: Waiting) => whose === '' || !theirs.get(whose)?.working;

  function start(whose: string, place: number): void {
    working += 1;
    reached = Math.max(reached, place);
    const own = theirs.get(whose);
    if (own) own.working = true;
  }

  function next(): void {
    while (working < most) {
      const free = queue.filter(isFree);
      const first = free.reduce<Waiting | undefined>(
        (one, other) => (one && one.place <= other.place ? one : other),
        undefined,
      );
      if (!first) return;
      take(first);
      start(first.whose, first.place);
      first.go();
    }
  }

  function take(one: Waiting): void {
    queue = queue.filter((other) => other !== one);
    const own = theirs.get(one.whose);
    if (own) own.waiting -= 1;
  }

  function forget(whose: string): void {
    const own = theirs.get(whose);
    if (own && !own.working && own.waiting === 0) theirs.delete(whose);
  }

  return {
    async come(whose) {
      const own = theirs.get(whose) ?? { working: false, waiting: 0, last: reached - 1 };
      const place = whose === '' ? reached : Math.max(reached, own.last + 1);
      const mine: Waiting = { whose, place, go: () => undefined };
      const now = working < most && isFree(mine);
      if (!now) {
        if (own.waiting >= waitingEach) return 'several';
        if (queue.length >= waiting) return 'crowded';
      }
      if (whose !== '') theirs.set(whose, { ...own, last: place });
      if (now) {
        start(whose, place);
        return undefined;
      }
      const state = theirs.get(whose);
      if (state) state.waiting += 1;
      queue.push(mine);
      return new Promise<Full | undefined>((resolve) => {
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
    leave(whose) {
      working -= 1;
      const own = theirs.get(whose);
      if (own) own.working = false;
      next();
      forget(whose);
    },
  };
}
