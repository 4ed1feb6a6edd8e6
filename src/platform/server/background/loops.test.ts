import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLoopRunner, type Loop } from './loops.ts';

const loop = (run: Loop['run']): Loop => ({ name: 'loop', everyMs: 1, run });

test('a loop whose run fails is reported, and runs again', async () => {
  const faults: unknown[] = [];
  let runs = 0;
  const loops = createLoopRunner(
    [
      loop(async () => {
        runs += 1;
        throw new Error('no');
      }),
    ],
    (_error, name) => faults.push(name),
  );
  loops.start();
  await expect.poll(() => runs).toBeGreaterThan(2);
  await loops.stop();
  expect(faults).toHaveLength(runs);
});

test('stopping a loop waits for the current run and starts no other', async () => {
  let begun = 0;
  let ended = 0;
  const loops = createLoopRunner(
    [
      loop(async () => {
        begun += 1;
        await sleep(30);
        ended += 1;
      }),
    ],
    () => {},
  );
  loops.start();
  await loops.stop();
  expect([begun, ended]).toEqual([1, 1]);
  await sleep(20);
  expect(begun).toBe(1);
});

test('stopping a loop does not wait for ever for a run that doesn’t end', async () => {
  const loops = createLoopRunner([loop(() => new Promise(() => {}))], () => {});
  loops.start();
  // Two timers in one thread fire in the order of their times, even on a busy machine
  const later = sleep(1000, 'later');
  expect(await Promise.race([loops.stop(20).then(() => 'stopped'), later])).toBe('stopped');
});
