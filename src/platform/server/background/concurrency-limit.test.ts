import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

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
  const inTurn = createConcurrencyLimit(1, { mostQueued: 3, refuse: () => expect.fail() });
  const done: string[] = [];
  const work = (name: string) => inTurn(async () => void done.push(name), name[0]);
  await Promise.all(['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(work));
  expect(done).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('work is refused when the queue is full, and accepted once there is room again', async () => {
  const refuse = () => {
    throw new Error('Too many.');
  };
  const inTurn = createConcurrencyLimit(1, { mostQueued: 1, refuse });
  const end = Promise.withResolvers<void>();
  const waits = () => end.promise;
  const [busy, waiting, away] = [inTurn(waits), inTurn(waits), inTurn(waits)];
  await expect(away).rejects.toThrow('Too many.');
  end.resolve();
  await Promise.all([busy, waiting]);
  await inTurn(async () => {});
});
