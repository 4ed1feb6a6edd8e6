import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { waitForTurn, yieldToEventLoop } from './event-loop.ts';

/** Works for this many milliseconds without a pause. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('work within one event-loop turn shares a time budget, which is reset in the next turn', async () => {
  await setImmediate();
  expect(yieldToEventLoop()).toBeUndefined();
  work(20);
  // Other work takes its first step in the same turn, whose budget is used up
  const pause = yieldToEventLoop();
  expect(pause).toBeInstanceOf(Promise);
  await pause;
  expect(yieldToEventLoop()).toBeUndefined();
});

test('if several tasks wait, only one continues per event-loop turn', async () => {
  await setImmediate();
  expect(yieldToEventLoop()).toBeUndefined();
  work(20);
  let turns = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turns += 1) await setImmediate();
  };
  const counting = count();
  const wentOnIn = await Promise.all(
    Array.from({ length: 4 }, async () => {
      await yieldToEventLoop();
      work(20);
      return turns;
    }),
  );
  isOver = true;
  await counting;
  expect(new Set(wentOnIn).size).toBe(4);
});

test('new work queues behind work that already waits', async () => {
  await setImmediate();
  expect(yieldToEventLoop()).toBeUndefined();
  work(20);
  const order: string[] = [];
  const goOn = async (who: string) => {
    await yieldToEventLoop();
    order.push(who);
  };
  const early = [goOn('first'), goOn('second'), goOn('third')];
  await early[0];
  await setImmediate();
  await Promise.all([goOn('late'), ...early]);
  expect(order).toEqual(['first', 'second', 'third', 'late']);
});

test('a running loop continues until its time budget is used up, although other tasks wait', async () => {
  await setImmediate();
  expect(yieldToEventLoop()).toBeUndefined();
  work(20);
  let steps = 0;
  let hasPaused = false;
  const loop = (async () => {
    await yieldToEventLoop();
    for (; !hasPaused && steps < 1000; steps += 1) {
      const pause = yieldToEventLoop();
      if (!pause) work(0.5);
      else hasPaused = true;
      await pause;
    }
  })();
  await Promise.all([loop, yieldToEventLoop()]);
  expect(hasPaused).toBe(true);
  expect(steps).toBeGreaterThan(1);
});

/**
 * Returns three things: a function that queues one task, a function that queues one task in each of `count` turns of a
 * millisecond, and a list of the tasks that have continued.
 */
function crowd() {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const wentOn: number[] = [];
  let last = -1;
  const come = async () => {
    last += 1;
    const who = last;
    await waitForTurn();
    wentOn.push(who);
  };
  const turns = async (count: number) => {
    const all: Promise<void>[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      all.push(come());
      await setImmediate();
      now += 1;
    }
    return all;
  };
  return { wentOn, come, turns };
}

test('queued work rarely continues while new work arrives, and continues in order afterwards', async () => {
  const { wentOn, turns } = crowd();
  const all = await turns(35);
  expect(wentOn.length).toBeLessThan(6);
  await Promise.all(all);
  expect(wentOn).toEqual(Array.from({ length: 35 }, (_, who) => who));
});

test('queued work continues in every turn of the event loop once more than a thousand tasks wait', async () => {
  const { wentOn, come, turns } = crowd();
  const many = Array.from({ length: 1100 }, come);
  const rest = await turns(35);
  expect(wentOn.length).toBeGreaterThan(30);
  await Promise.all([...many, ...rest]);
});
