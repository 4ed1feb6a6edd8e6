import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createJobs, type Job } from './jobs.ts';

const job = (run: Job['run']): Job => ({ name: 'job', everyMs: 1, run });

test('a job that fails is told of, and runs again', async () => {
  const faults: unknown[] = [];
  let runs = 0;
  const jobs = createJobs(
    [
      job(async () => {
        runs += 1;
        throw new Error('no');
      }),
    ],
    (_error, name) => faults.push(name),
  );
  jobs.start();
  await expect.poll(() => runs).toBeGreaterThan(2);
  await jobs.stop();
  expect(faults).toHaveLength(runs);
});

test('stopping waits for the run under way, and starts no other', async () => {
  let begun = 0;
  let ended = 0;
  const jobs = createJobs(
    [
      job(async () => {
        begun += 1;
        await sleep(30);
        ended += 1;
      }),
    ],
    () => {},
  );
  jobs.start();
  await jobs.stop();
  expect([begun, ended]).toEqual([1, 1]);
  await sleep(20);
  expect(begun).toBe(1);
});

test('a run that doesn’t end keeps nobody from stopping', async () => {
  const jobs = createJobs([job(() => new Promise(() => {}))], () => {});
  jobs.start();
  // Two timers of one thread go off in the order of their times, however busy the machine is
  const later = sleep(1000, 'later');
  expect(await Promise.race([jobs.stop(20).then(() => 'stopped'), later])).toBe('stopped');
});
