import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConcurrencyLimit, createFairQueue } from './fair-queue.ts';

const options = { maxRunning: 1, maxQueued: 100, maxQueuedPerUser: 100, maxWaitMs: 60_000 };

/** Queues all tasks at once, and returns the order in which they ran. */
async function inOrder(taking: ReturnType<typeof createFairQueue>, brought: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(
    brought.map(async (piece) => {
      const whose = piece.replace(/\d/, '');
      if (await taking.acquire(whose)) return;
      order.push(piece);
      await setTimeout(1);
      taking.release(whose);
    }),
  );
  return order;
}

test('a user with many queued tasks doesn’t block other users', async () => {
  expect(await inOrder(createFairQueue(options), ['ann1', 'ann2', 'ann3', 'ann4', 'bea1', 'cat1', 'bea2'])).toEqual([
    'ann1',
    'bea1',
    'cat1',
    'ann2',
    'bea2',
    'ann3',
    'ann4',
  ]);
});

test('a user who submits tasks one after another doesn’t overtake users who wait', async () => {
  const taking = createFairQueue(options);
  const order: string[] = [];
  const bring = async (whose: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      await taking.acquire(whose);
      order.push(whose);
      await setTimeout(1);
      taking.release(whose);
    }
  };
  await Promise.all([bring('ann', 4), bring('ann', 4), bring('bea', 3)]);
  expect(order.slice(0, 6)).toEqual(['ann', 'bea', 'ann', 'bea', 'ann', 'bea']);
});

test('a user has only one task running at a time, even if there is room for more', async () => {
  const taking = createFairQueue({ ...options, maxRunning: 2 });
  await taking.acquire('ann');
  let second = false;
  const waits = taking.acquire('ann').then(() => {
    second = true;
  });
  await taking.acquire('bea');
  expect(second).toBe(false);
  taking.release('ann');
  await waits;
  expect(second).toBe(true);
});

test('if no task may wait, tasks without a user run up to the limit, and more are refused', async () => {
  const taking = createFairQueue({ ...options, maxRunning: 2, maxQueuedPerUser: 0 });
  await Promise.all([taking.acquire(''), taking.acquire('')]);
  expect(await taking.acquire('')).toBe('several');
});

test('tasks over the queue limits or the waiting time are refused, and later tasks still run', async () => {
  const taking = createFairQueue({ ...options, maxQueued: 2, maxQueuedPerUser: 1, maxWaitMs: 20 });
  expect(await taking.acquire('ann')).toBe(undefined);
  const second = taking.acquire('ann');
  expect(await taking.acquire('ann')).toBe('several');
  const other = taking.acquire('bea');
  expect(await taking.acquire('cat')).toBe('crowded');
  expect([await second, await other]).toEqual(['crowded', 'crowded']);
  taking.release('ann');
  expect(await taking.acquire('cat')).toBe(undefined);
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('work beyond the limit waits and runs in order, even after an earlier failure', async () => {
  const inTurn = createConcurrencyLimit(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, at) =>
    inTurn(() => {
      begun.push(at);
      return promise;
    }),
  );
  const outcomes = Promise.allSettled(all);
  await settled();
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('No.'));
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const end of ends) end.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

test('queued work of different lanes takes turns, and work within a lane runs in order of arrival', async () => {
  const inTurn = createConcurrencyLimit(1, { maxQueued: 3, refuse: () => expect.fail() });
  const done: string[] = [];
  const work = (name: string) => inTurn(async () => void done.push(name), name[0]);
  await Promise.all(['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(work));
  expect(done).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('work is refused when the queue is full, and accepted once there is room again', async () => {
  const refuse = () => {
    throw new Error('Too many.');
  };
  const inTurn = createConcurrencyLimit(1, { maxQueued: 1, refuse });
  const end = Promise.withResolvers<void>();
  const waits = () => end.promise;
  const [busy, waiting, away] = [inTurn(waits), inTurn(waits), inTurn(waits)];
  await expect(away).rejects.toThrow('Too many.');
  end.resolve();
  await Promise.all([busy, waiting]);
  await inTurn(async () => {});
});
