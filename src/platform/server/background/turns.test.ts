import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turns } from './turns.ts';

const options = { most: 1, mostQueued: 100, mostQueuedEach: 100, longest: 60_000 };

/** Runs everybody's work in turns, and records the order. */
async function inOrder(taking: ReturnType<typeof turns>, brought: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(
    brought.map(async (piece) => {
      const whose = piece.replace(/\d/, '');
      if (await taking.come(whose)) return;
      order.push(piece);
      await setTimeout(1);
      taking.leave(whose);
    }),
  );
  return order;
}

test('a user with many queued tasks doesn’t block other users', async () => {
  expect(await inOrder(turns(options), ['ann1', 'ann2', 'ann3', 'ann4', 'bea1', 'cat1', 'bea2'])).toEqual([
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
  const taking = turns(options);
  const order: string[] = [];
  const bring = async (whose: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      await taking.come(whose);
      order.push(whose);
      await setTimeout(1);
      taking.leave(whose);
    }
  };
  await Promise.all([bring('ann', 4), bring('ann', 4), bring('bea', 3)]);
  expect(order.slice(0, 6)).toEqual(['ann', 'bea', 'ann', 'bea', 'ann', 'bea']);
});

test('nobody has two turns at the same time, though there is room', async () => {
  const taking = turns({ ...options, most: 2 });
  await taking.come('ann');
  let second = false;
  const waits = taking.come('ann').then(() => {
    second = true;
  });
  await taking.come('bea');
  expect(second).toBe(false);
  taking.leave('ann');
  await waits;
  expect(second).toBe(true);
});

test('what is nobody’s in particular is done as it comes, as many at once as there is room for', async () => {
  const taking = turns({ ...options, most: 2, mostQueuedEach: 0 });
  await Promise.all([taking.come(''), taking.come('')]);
  expect(await taking.come('')).toBe('several');
});

test('tasks over the queue limits or the waiting time are refused without affecting others', async () => {
  const taking = turns({ ...options, mostQueued: 2, mostQueuedEach: 1, longest: 20 });
  expect(await taking.come('ann')).toBe(undefined);
  const second = taking.come('ann');
  expect(await taking.come('ann')).toBe('several');
  const other = taking.come('bea');
  expect(await taking.come('cat')).toBe('crowded');
  expect([await second, await other]).toEqual(['crowded', 'crowded']);
  taking.leave('ann');
  expect(await taking.come('cat')).toBe(undefined);
});
