/** Milliseconds of work after which others get their turn. */
const longestBreath = 10;

/** Where more wait, one of them goes on in every turn, whoever comes. */
const mostLetIn = 1000;

/** When somebody first breathed in this turn of the loop. All who work in one turn share it. */
let since: number | undefined;

/** Those who wait for a turn of the loop, in the order in which they came. */
const waiting: (() => void)[] = [];

/** Whether one of them is at work just now, who needn't line up again before they have worked for as long as anybody. */
let isAtWork = false;

/** In this turn of the loop. */
let hasSomebodyCome = false;

/** When one of those who waited last went on. */
let lastWentOn = 0;

/**
 * For long loops: `await breathe()` after each step lets others have their turn once the loop has run long enough. Of
 * many who wait one goes on in each turn, and whoever comes meanwhile waits after them. What doesn't breathe, such as a
 * page that is read, waits for one of them at most.
 */
export function breathe(): Promise<void> | undefined {
  const now = performance.now();
  if (since === undefined) return begin(now);
  if ((isAtWork || waiting.length === 0) && now - since <= longestBreath) return undefined;
  return new Promise((go) => {
    waiting.push(go);
  });
}

/**
 * For whoever comes to have something done: waits for a turn of the loop. While others come, none of them goes on for ten
 * milliseconds: Node accepts one connection in a turn, so that a reader who comes after hundreds of buyers would stand
 * outside until all of those are done.
 */
export function comeIn(): Promise<void> {
  hasSomebodyCome = true;
  if (since === undefined) begin(performance.now());
  return new Promise((go) => {
    waiting.push(go);
  });
}

function begin(now: number): undefined {
  since = now;
  setImmediate(() => {
    since = undefined;
    const at = performance.now();
    const isCrowded = hasSomebodyCome && waiting.length < mostLetIn && at - lastWentOn < longestBreath;
    hasSomebodyCome = false;
    if (waiting.length === 0) return;
    begin(at);
    if (isCrowded) return;
    lastWentOn = at;
    isAtWork = true;
    waiting.shift()?.();
  });
  // Follows when what was let go has come to its next pause
  setImmediate(() => {
    isAtWork = false;
  });
}

/** Runs work that is written in steps, and lets others have their turn between the steps. */
export async function inTurns<Made>(steps: Generator<undefined, Made>): Promise<Made> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breathe();
  }
}
