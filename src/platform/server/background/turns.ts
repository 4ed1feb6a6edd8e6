/** Somebody waits for their turn. */
interface Waiting {
  whose: string;
  place: number;
  go: () => void;
}

/** Why nobody more may wait: too many do, or this person has enough waiting already. */
export type Full = 'crowded' | 'several';

export interface Turns {
  /**
   * Resolves with undefined when it is this work's turn, or with the reason why it won't be. "" is nobody in
   * particular.
   */
  come: (whose: string) => Promise<Full | undefined>;
  /** Ends a turn. */
  leave: (whose: string) => void;
}

interface TurnOptions {
  /** How many may have their turn at the same time. */
  most: number;
  /** How many may wait. */
  waiting: number;
  /** How many of one person's may wait. */
  waitingEach: number;
  /** The most milliseconds that one waits. */
  longest: number;
}

/**
 * Whose work is done next. People take turns, one piece at a time each: whoever brings a lot waits behind their own,
 * and whoever brings one piece waits for one of theirs and not for all. Work of nobody in particular is done in the
 * order in which it came.
 */
export function turns({ most, waiting, waitingEach, longest }: TurnOptions): Turns {
  let queue: Waiting[] = [];
  let working = 0;
  /** The last place given out, and the last place of each person who waits. */
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
