/** The time in milliseconds for which work may run in one turn of the event loop before other work continues. */
const turnBudgetMs = 10;

/** The queue length from which one task continues in every turn, even while new work arrives. */
const longQueue = 1000;

/** The time at which work began in this turn; undefined before that. All work in one turn shares the budget. */
let turnStartedAt: number | undefined;

/** Work that waits for a turn of the event loop, in order of arrival. */
const queue: (() => void)[] = [];

/** True while queued work is running. Once the turn's budget is used up, the work waits again. */
let isQueuedWorkRunning = false;

/** True if new work has arrived in this turn of the event loop. */
let hasNewWork = false;

/** The time at which queued work last continued. */
let lastContinuedAt = 0;

/**
 * Returns a promise to wait for if work has run for more than 10 ms in this turn of the event loop; otherwise
 * undefined. Work that hasn't waited yet also has to wait if other work is waiting already. Call it after each step of
 * a long loop. Waiting work continues in order of arrival, one task per turn.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  const now = performance.now();
  if (turnStartedAt === undefined) return beginTurn(now);
  if ((isQueuedWorkRunning || queue.length === 0) && now - turnStartedAt <= turnBudgetMs) return undefined;
  return new Promise((go) => {
    queue.push(go);
  });
}

/**
 * Waits for a turn of the event loop. Call it when new work arrives. While new work keeps arriving, queued work
 * continues at most every 10 ms, unless a thousand tasks or more wait. Node accepts only one connection per turn, and
 * readers must not wait for hundreds of buyers.
 */
export function waitForTurn(): Promise<void> {
  hasNewWork = true;
  if (turnStartedAt === undefined) beginTurn(performance.now());
  return new Promise((go) => {
    queue.push(go);
  });
}

function beginTurn(now: number): undefined {
  turnStartedAt = now;
  setImmediate(() => {
    turnStartedAt = undefined;
    const at = performance.now();
    const isCrowded = hasNewWork && queue.length < longQueue && at - lastContinuedAt < turnBudgetMs;
    hasNewWork = false;
    if (queue.length === 0) return;
    beginTurn(at);
    if (isCrowded) return;
    lastContinuedAt = at;
    isQueuedWorkRunning = true;
    queue.shift()?.();
  });
  // Runs after the work that continued has reached its next pause
  setImmediate(() => {
    isQueuedWorkRunning = false;
  });
}

/** Runs a generator, and yields to other work between its steps. */
export async function runCooperatively<Made>(steps: Generator<undefined, Made>): Promise<Made> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldToEventLoop();
  }
}
