/** Milliseconds of work after which others get a turn. */
const longestBreath = 10;

/** With more waiting than this, one of them continues in every turn, even while new work arrives. */
const mostLetIn = 1000;

/** The time of the first `breathe` in this turn of the loop. All work in one turn shares it. */
let since: number | undefined;

/** Work that waits for a turn of the loop, in the order in which it came. */
const queue: (() => void)[] = [];

/** True while one of them is running. It needn't wait again until it has run for as long as any other. */
let isAtWork = false;

/** True if new work has come in during this turn of the event loop. */
let hasSomebodyCome = false;

/** The time waiting work last continued. */
let lastWentOn = 0;

/**
 * Yields to the event loop if this work has run for more than 10 ms; call it after each step of a long loop. Waiting
 * work continues first in, first out, one piece per turn.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  const now = performance.now();
  if (since === undefined) return begin(now);
  if ((isAtWork || queue.length === 0) && now - since <= longestBreath) return undefined;
  return new Promise((go) => {
    queue.push(go);
  });
}

/**
 * Waits for a turn of the event loop; call it when new work arrives. While more arrives, queued work continues at most
 * every 10 ms: Node accepts one connection per turn, and readers must not wait for hundreds of buyers.
 */
export function waitForTurn(): Promise<void> {
  hasSomebodyCome = true;
  if (since === undefined) begin(performance.now());
  return new Promise((go) => {
    queue.push(go);
  });
}

function begin(now: number): undefined {
  since = now;
  setImmediate(() => {
    since = undefined;
    const at = performance.now();
    const isCrowded = hasSomebodyCome && queue.length < mostLetIn && at - lastWentOn < longestBreath;
    hasSomebodyCome = false;
    if (queue.length === 0) return;
    begin(at);
    if (isCrowded) return;
    lastWentOn = at;
    isAtWork = true;
    queue.shift()?.();
  });
  // Checks again when the work that continued has reached its next pause
  setImmediate(() => {
    isAtWork = false;
  });
}

/** Runs work that is written in steps, and gives others a turn between the steps. */
export async function runCooperatively<Made>(steps: Generator<undefined, Made>): Promise<Made> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldToEventLoop();
  }
}
