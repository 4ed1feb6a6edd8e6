import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { turns } from './turns.ts';

/** Work that is done beside the answers came to no end. */
export class NotDone extends Error {
  /**
   * `late`: longer than it may; `ended`: its memory was full, or it fell over; `crowded`: too many waited before it, or
   * it waited for too long; `several`: too many of the same person's waited.
   */
  readonly why: 'late' | 'ended' | 'crowded' | 'several';

  constructor(why: NotDone['why']) {
    super(`Work aside was not done: ${why}`);
    this.why = why;
  }
}

export interface AsideOptions {
  /**
   * A thread starts in a moment and shares this process's memory; a process of its own is for code that may take more
   * down with it than its thread. It knows nothing of ours: no settings, no secrets.
   */
  as: 'thread' | 'process';
  /** How many work at the same time: 1 unless said. */
  most?: number;
  /** Milliseconds that one piece of work may take. */
  patience: number;
  /** Megabytes that its heap may grow to. */
  memory: number;
  /** How many may wait for their turn: 500 unless said. */
  waiting?: number;
  /**
   * How many of one person's may wait behind the one that is being done: as many as there may be in all unless said.
   */
  waitingEach?: number;
  /** Milliseconds that somebody waits for their turn before they hear that it is crowded: ten minutes unless said. */
  longestWait?: number;
  /** Milliseconds that it stays for the next piece of work: 10 s unless said; with 0 each piece gets one of its own. */
  stays?: number;
}

/** Whoever does the work: a thread or a process. */
interface Hand {
  ask: (asked: unknown) => void;
  /** Whom it tells what came of it: an answer, or that it is no more. */
  told: (said: { answer: unknown } | 'ended') => void;
  /** Ends it, whatever it is doing. */
  end: () => void;
  /** Whether this program waits for it before it ends itself. */
  hold: (held: boolean) => void;
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
    ask: (asked) => worker.postMessage(asked),
    told: nobody,
    end: () => void worker.terminate(),
    hold: (held) => (held ? worker.ref() : worker.unref()),
  };
  return attend(hand, worker);
}

function startProcess(program: URL, memory: number): Hand {
  const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
  const execArgv = [`--max-old-space-size=${memory}`];
  const child = fork(program, [], { serialization: 'advanced', execArgv, env, stdio: 'ignore' });
  child.unref();
  const hand: Hand = {
    // One that has just left says so by itself
    ask: (asked) => void child.send(asked as object, () => undefined),
    told: nobody,
    end: () => void child.kill('SIGKILL'),
    hold: (held) => (held ? child.channel?.ref() : child.channel?.unref()),
  };
  return attend(hand, child);
}

/**
 * Has heavy work done by `program` (which says `answering`), so that nobody else's answer waits for it: in its own
 * turn, within a time and a memory. What it asks for and what comes back are copied. Work that is done for a person
 * (`whose`) is done one piece at a time, and takes turns with that of others.
 * @throws NotDone where that wasn't enough
 */
export function aside<Asked, Answer>(
  program: URL,
  options: AsideOptions,
): (asked: Asked, whose?: string) => Promise<Answer> {
  const { as, most = 1, patience, memory, waiting = 500, stays = 10_000 } = options;
  const idle: { hand: Hand; leaving: NodeJS.Timeout }[] = [];
  const { come, leave } = turns({
    most,
    waiting,
    waitingEach: options.waitingEach ?? waiting,
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

  function work(asked: Asked): Promise<Answer> {
    const hand = take();
    hand.hold(true);
    return new Promise<Answer>((resolve, reject) => {
      const late = setTimeout(() => over('late'), patience);
      const over = (why: NotDone['why']) => {
        clearTimeout(late);
        hand.told = nobody;
        hand.end();
        reject(new NotDone(why));
      };
      hand.told = (said) => {
        if (said === 'ended') return over('ended');
        clearTimeout(late);
        rest(hand);
        // Our own program's word, over a channel that nobody else has
        resolve(said.answer as Answer);
      };
      hand.ask(asked);
    });
  }

  return async (asked, whose = '') => {
    const full = await come(whose);
    if (full) throw new NotDone(full);
    try {
      return await work(asked);
    } finally {
      leave(whose);
    }
  };
}
