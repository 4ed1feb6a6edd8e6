import { expect, test } from 'vitest';
import { createBatchQueue } from './batch-queue.ts';

/** Creates a queue that doubles numbers, in batches that finish on command. */
function doubling(most = 10) {
  const goes: { many: number[]; end: PromiseWithResolvers<void> }[] = [];
  const double = createBatchQueue(async (many: number[]) => {
    const end = Promise.withResolvers<void>();
    goes.push({ many, end });
    await end.promise;
    return many.map((one) => one * 2);
  }, most);
  return { double, goes };
}

test('a single task runs at once, and tasks that arrive meanwhile run as one batch', async () => {
  const { double, goes } = doubling();
  const all = Promise.all([1, 2, 3].map(double));
  expect(goes.map(({ many }) => many)).toEqual([[1]]);
  goes[0]?.end.resolve();
  await expect.poll(() => goes.length).toBe(2);
  expect(goes[1]?.many).toEqual([2, 3]);
  goes[1]?.end.resolve();
  expect(await all).toEqual([2, 4, 6]);
});

test('a batch never exceeds its maximum size', async () => {
  const { double, goes } = doubling(2);
  const all = Promise.all([1, 2, 3, 4].map(double));
  for (const at of [0, 1, 2]) {
    await expect.poll(() => goes.length).toBe(at + 1);
    goes[at]?.end.resolve();
  }
  await all;
  expect(goes.map(({ many }) => many)).toEqual([[1], [2, 3], [4]]);
});

test('a failing batch rejects only its own tasks, and the next batch runs', async () => {
  const { double, goes } = doubling();
  const all = Promise.allSettled([1, 2, 3].map(double));
  goes[0]?.end.reject(new Error('No.'));
  await expect.poll(() => goes.length).toBe(2);
  goes[1]?.end.resolve();
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
