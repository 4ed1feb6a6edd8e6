import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { addMs } from '#platform/shared/dates/durations.ts';
import { type DatabasePlace, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { type Database, write } from '../database/index.ts';
import { defineJob, defineScheduledJob, type JobContext, type JobHandler } from './job-handler.ts';
import {
  claimJob,
  countOpenFailedJobs,
  deleteOldFinishedJobs,
  dismissJob,
  listOpenJobs,
  markJobDone,
  queueJob,
  renewJobLease,
  retryFailedJob,
  retryJobNow,
} from './job-store.ts';
import { PermanentFailure } from './retries.ts';
import { type JobRunnerOptions, queueScheduledJobs, runDueJobs } from './runner.ts';

const start = '2026-11-21T12:00:00.000Z';
const Charge = z.object({ pence: z.int() });
type Charge = z.infer<typeof Charge>;

const charging = (run: (task: JobContext<Charge>) => Promise<Awaited<ReturnType<JobHandler['run']>>>): JobHandler =>
  defineJob({ kind: 'charge', name: 'Charging', payload: Charge }, run);

/** Creates a job queue with a clock that only the test moves. */
function queueOf(db: Database) {
  let now = new Date(start);
  const faults: unknown[] = [];
  const onFault: JobRunnerOptions['onFault'] = (error, kind, more) => faults.push({ error, kind, ...more });
  return {
    faults,
    queue: (key: string, due = start) =>
      write(db, (tx) => queueJob(tx, { kind: 'charge', key, payload: { pence: 1200 }, due, at: start })),
    work: (work: JobHandler, signal?: AbortSignal) =>
      runDueJobs({ db, clock: () => now, work: [work], onFault }, signal),
    minutesLater: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    rows: () => db.read.selectFrom('job').selectAll().orderBy('kind').orderBy('key').execute(),
  };
}

onEachEngine('a due job runs once, and is not run again when it is queued a second time', async ({ db }) => {
  const { queue, work, minutesLater, rows } = queueOf(db);
  const done: string[] = [];
  const job = charging(async ({ key, payload }) => {
    done.push(`${key} ${payload.pence}`);
    return undefined;
  });
  expect(await queue('ann')).toBe(true);
  expect(await queue('ann')).toBe(false);
  await queue('later', '2026-11-21T12:30:00.000Z');
  await work(job);
  await work(job);
  expect(done).toEqual(['ann 1200']);
  expect(await queue('ann')).toBe(false);
  minutesLater(30);
  await work(job);
  expect(done).toEqual(['ann 1200', 'later 1200']);
  expect((await rows()).map(({ status, finished_at }) => `${status} ${finished_at}`)).toEqual([
    'done 2026-11-21T12:00:00.000Z',
    'done 2026-11-21T12:30:00.000Z',
  ]);
});

onEachEngine('the jobs of one kind run concurrently up to the kind’s limit, and each runs once', async ({ db }) => {
  const { queue, work, rows } = queueOf(db);
  const keys = ['ann', 'ben', 'cat', 'dan', 'eve'];
  for (const key of keys) await queue(key);
  const done: string[] = [];
  let inHand = 0;
  let most = 0;
  const three = Promise.withResolvers<void>();
  const together: JobHandler = {
    ...charging(async ({ key }) => {
      inHand += 1;
      most = Math.max(most, inHand);
      if (most === 3) three.resolve();
      await three.promise;
      done.push(key);
      inHand -= 1;
      return undefined;
    }),
    atOnce: 3,
  };
  await work(together);
  expect(done.sort()).toEqual(keys);
  expect(most).toBe(3);
  expect((await rows()).map(({ status }) => status)).toEqual(Array(5).fill('done'));
});

onEachEngine('the runner yields to other work between jobs', async ({ db }) => {
  const { queue, work } = queueOf(db);
  for (const key of ['ann', 'ben', 'cat']) await queue(key);
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const seen: number[] = [];
  await work(
    charging(async () => {
      seen.push(turns);
      for (const until = performance.now() + 20; performance.now() < until; );
      return undefined;
    }),
  );
  clearImmediate(next);
  expect(new Set(seen).size).toBeGreaterThan(1);
});

onEachEngine('a job is queued only if the transaction that queues it is committed', async ({ db }) => {
  const { rows } = queueOf(db);
  await write(db, async (tx) => {
    await queueJob(tx, { kind: 'charge', key: 'ann', due: start, at: start });
    throw new Error('the shop is shut');
  }).catch(() => undefined);
  expect(await rows()).toEqual([]);
});

onEachEngine('if two processes run the same job, its completion writes are committed only once', async ({ db }) => {
  const { queue, work, minutesLater, rows } = queueOf(db);
  await queue('ann');
  const settle = (value: string) => async (tx: Parameters<NonNullable<Awaited<ReturnType<JobHandler['run']>>>>[0]) => {
    await tx
      .insertInto('setting')
      .values({ name: `settled by ${value}`, value, version: 1 })
      .execute();
  };
  const slow = charging(async () => {
    // Now this process counts as dead, so another process does the work
    minutesLater(10);
    await work(charging(async () => settle('the second')));
    return settle('the first');
  });
  await work(slow);
  const settled = await db.read.selectFrom('setting').select('value').where('name', 'like', 'settled%').execute();
  expect(settled).toEqual([{ value: 'the second' }]);
  expect(await rows()).toMatchObject([{ status: 'done', attempts: 2 }]);
});

onEachEngine('two processes with one queue run each job once', async ({ db, place }) => {
  const [here, there] = [queueOf(db), queueOf(await openTestDatabase(place))];
  const done: string[] = [];
  const job = charging(async ({ key }) => {
    done.push(key);
    return undefined;
  });
  for (let n = 0; n < 20; n++) await here.queue(`member ${n}`);
  await Promise.all([here.work(job), there.work(job), here.work(job)]);
  expect(done).toHaveLength(20);
  expect(new Set(done).size).toBe(20);
});

/** Simulates a process that is killed after it has claimed the next job. */
async function killed(place: DatabasePlace, now: string): Promise<void> {
  const options = JSON.stringify({ place, now });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'claim-never.child.ts'), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

onEachEngine('a job of a process that was killed is run by another process', async ({ db, place }) => {
  const { queue, work, minutesLater, rows } = queueOf(db);
  await queue('ann');
  await killed(place, start);
  let times = 0;
  const job = charging(async () => {
    times += 1;
    return undefined;
  });
  await work(job);
  expect(times).toBe(0);
  minutesLater(2);
  await work(job);
  expect(times).toBe(1);
  expect(await rows()).toMatchObject([{ status: 'done', attempts: 2 }]);
});

onEachEngine(
  'an often interrupted job is delayed like a failed job, so its attempts aren’t used up quickly',
  async ({ db }) => {
    const { queue, work, minutesLater, rows } = queueOf(db);
    await queue('ann');
    // The job was interrupted three times, most recently just now
    for (const minutes of [-120, -60, 0]) {
      const [now, until] = [addMs(start, minutes * 60_000), addMs(start, (minutes + 2) * 60_000)];
      await write(db, (tx) => claimJob(tx, { kind: 'charge', key: 'ann' }, { now: minutes ? start : now, until }));
    }
    let times = 0;
    const job = charging(async () => {
      times += 1;
      return undefined;
    });
    minutesLater(2);
    await work(job);
    expect(await rows()).toMatchObject([
      { status: 'waiting', attempts: 3, last_error: 'EUNFINISHED', due: addMs(start, 30 * 60_000) },
    ]);
    minutesLater(27);
    await work(job);
    expect(times).toBe(0);
    minutesLater(1);
    await work(job);
    expect(times).toBe(1);
    expect(await rows()).toMatchObject([{ status: 'done', attempts: 4 }]);
  },
);

onEachEngine('an interrupted job that an admin retries runs at once', async ({ db }) => {
  const { queue, work, minutesLater, rows } = queueOf(db);
  const name = { kind: 'charge', key: 'ann' };
  await queue('ann');
  for (const until of [start, addMs(start, 2 * 60_000)]) {
    await write(db, (tx) => claimJob(tx, name, { now: start, until }));
  }
  minutesLater(2);
  expect(await write(db, (tx) => retryJobNow(tx, name, addMs(start, 2 * 60_000)))).toBe(true);
  await work(charging(async () => undefined));
  expect(await rows()).toMatchObject([{ status: 'done', attempts: 3 }]);
});

onEachEngine('a slow process that extends its lease keeps its job, even during the last attempt', async ({ db }) => {
  const { queue, work, minutesLater, rows } = queueOf(db);
  await queue('ann');
  const last = { kind: 'charge', key: 'ann', attempts: 8 };
  await write(db, (tx) => tx.updateTable('job').set({ attempts: last.attempts, leased_until: start }).execute());
  minutesLater(1);
  // The lease is extended just when another process is about to give up the job
  const other: Database = {
    ...db,
    write: async (change) => {
      await write(db, (tx) => renewJobLease(tx, last, addMs(start, 3 * 60_000)));
      return db.write(change);
    },
  };
  await queueOf(other).work(charging(() => Promise.reject(new Error('not a ninth time'))));
  await work(charging(() => Promise.reject(new Error('nor here'))));
  expect(await write(db, (tx) => markJobDone(tx, last, start))).toBe(true);
  expect(await rows()).toMatchObject([{ status: 'done', attempts: 8 }]);
});

onEachEngine('a job that crashes its process every time is given up and reported', async ({ db }) => {
  const { queue, work, minutesLater, rows, faults } = queueOf(db);
  await queue('ann');
  for (let times = 0; times < 8; times++) {
    const at = new Date(Date.parse(start) + times * 3_600_000);
    const turn = { now: at.toISOString(), until: new Date(at.getTime() + 1).toISOString() };
    await write(db, (tx) => claimJob(tx, { kind: 'charge', key: 'ann' }, turn));
  }
  minutesLater(24 * 60);
  await work(charging(() => Promise.reject(new Error('not a ninth time'))));
  expect(await rows()).toMatchObject([{ status: 'failed', last_error: 'EUNFINISHED' }]);
  expect(faults).toEqual([
    { error: expect.objectContaining({ code: 'EUNFINISHED' }), kind: 'charge', isRetried: false },
  ]);
});

onEachEngine(
  'a failing job is retried with growing delays, then given up, with its error stored as a code',
  async ({ db }) => {
    const { queue, work, minutesLater, rows } = queueOf(db);
    await queue('ann');
    const moments: number[] = [];
    let minute = 0;
    const failing = charging(async () => {
      moments.push(minute);
      throw Object.assign(new Error('Ann Hale has no money'), { code: 'EDECLINED' });
    });
    for (; minute < 72 * 60; minute += 5) {
      await work(failing);
      minutesLater(5);
    }
    expect(moments).toEqual([0, 5, 10, 40, 160, 520, 1240, 2680]);
    expect(await rows()).toMatchObject([{ status: 'failed', last_error: 'EDECLINED', attempts: 8 }]);
  },
);

onEachEngine(
  'a job that fails permanently is given up at once, and runs again when an admin retries it',
  async ({ db }) => {
    const { queue, work, rows } = queueOf(db);
    await queue('ann');
    await work(charging(() => Promise.reject(new PermanentFailure('EGONE'))));
    expect(await rows()).toMatchObject([{ status: 'failed', last_error: 'EGONE', attempts: 1 }]);
    const name = { kind: 'charge', key: 'ann' };
    const all = { except: [], handled: ['charge'], now: start };
    expect(await countOpenFailedJobs(db.read, all)).toBe(1);
    expect(await write(db, (tx) => retryJobNow(tx, name, start))).toBe(false);
    expect(await write(db, (tx) => dismissJob(tx, name))).toBe(true);
    expect(await write(db, (tx) => dismissJob(tx, name))).toBe(false);
    expect(await listOpenJobs(db.read, all)).toEqual([]);
    expect(await write(db, (tx) => retryFailedJob(tx, name, start))).toBe(true);
    expect(await write(db, (tx) => retryFailedJob(tx, name, start))).toBe(false);
    expect(await listOpenJobs(db.read, all)).toHaveLength(1);
    expect(await listOpenJobs(db.read, { ...all, except: ['charge'] })).toEqual([]);
    await work(charging(async () => undefined));
    expect(await rows()).toMatchObject([{ status: 'done', attempts: 1, dismissed: 0, last_error: '' }]);
  },
);

onEachEngine('a job with an invalid payload stays in the queue, and the next job runs', async ({ db }) => {
  const { queue, work, rows } = queueOf(db);
  await write(db, (tx) => queueJob(tx, { kind: 'charge', key: 'a', payload: { pence: '?' }, due: start, at: start }));
  await queue('b');
  await work(charging(async () => undefined));
  expect((await rows()).map(({ status }) => status)).toEqual(['waiting', 'done']);
});

onEachEngine('a running job’s lease is extended for as long as it runs', async ({ db }) => {
  const { queue, rows } = queueOf(db);
  await queue('ann');
  const lease = async () => (await rows())[0]?.leased_until ?? '';
  const job = charging(async () => {
    const first = await lease();
    await expect.poll(lease, { timeout: 20_000 }).not.toBe(first);
    return undefined;
  });
  await runDueJobs({ db, clock: () => new Date(), work: [job], lease: 600 });
  expect(await rows()).toMatchObject([{ status: 'done', attempts: 1, leased_until: null }]);
});

onEachEngine('a job is asked to stop when another process has taken it over', async ({ db }) => {
  const { queue, rows } = queueOf(db);
  await queue('ann');
  const job = charging(async ({ signal }) => {
    await write(db, (tx) => tx.updateTable('job').set({ attempts: 2 }).execute());
    await once(signal, 'abort');
    throw signal.reason;
  });
  const stopping = new AbortController();
  await runDueJobs(
    { db, clock: () => new Date(start), work: [job], lease: 30, onFault: () => stopping.abort() },
    stopping.signal,
  );
  // The other process is left to finish the job
  expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 2, last_error: '' }]);
});

onEachEngine('a runner that stops returns its job to the queue as if the job had not started', async ({ db }) => {
  const { queue, work, rows } = queueOf(db);
  await queue('ann');
  await queue('bea');
  const stopping = new AbortController();
  const job = charging(async ({ signal }) => {
    stopping.abort();
    signal.throwIfAborted();
    return undefined;
  });
  await work(job, stopping.signal);
  const waiting = { status: 'waiting', attempts: 0, leased_until: null, last_error: '' };
  expect(await rows()).toMatchObject([waiting, waiting]);
});

onEachEngine(
  'a scheduled job runs once per day across processes, even if the clock is set back, and once after missed days',
  async ({ db, place }) => {
    let now = new Date('2026-11-21T02:59:00.000Z');
    let times = 0;
    const nightly = defineScheduledJob(
      { kind: 'renewals', name: 'Renewing', schedule: { every: 'day', at: '03:00' } },
      async () => {
        times += 1;
      },
    );
    const here = { db, clock: () => now, work: [nightly] };
    const there = { ...here, db: await openTestDatabase(place) };
    const look = async () => {
      await Promise.all([here, there, here].map((working) => queueScheduledJobs(working, 'Europe/London')));
      await Promise.all([here, there].map((working) => runDueJobs(working)));
    };
    await look();
    expect(times).toBe(1);
    now = new Date('2026-11-21T03:00:00.000Z');
    await look();
    await look();
    expect(times).toBe(2);
    // After four nights in which the site was down
    now = new Date('2026-11-25T09:00:00.000Z');
    await look();
    await look();
    expect(times).toBe(3);
    // The clock moves on by a day, back by an hour, and then back to the previous day
    for (const moment of ['2026-11-26T09:00:00.000Z', '2026-11-26T08:00:00.000Z', '2026-11-25T09:30:00.000Z']) {
      now = new Date(moment);
      await look();
    }
    expect(times).toBe(4);
    now = new Date('2026-11-26T09:00:00.000Z');
    await look();
    expect(times).toBe(4);
    const days = await db.read.selectFrom('job').select('key').orderBy('key').execute();
    expect(days.map(({ key }) => key)).toEqual(['2026-11-20', '2026-11-21', '2026-11-25', '2026-11-26']);
  },
);

onEachEngine(
  'finished jobs are deleted after a while, except for kinds whose jobs are deleted elsewhere',
  async ({ db }) => {
    const { queue, work, rows } = queueOf(db);
    await queue('ann');
    await queue('waits', '2027-11-21T12:00:00.000Z');
    await work(charging(async () => undefined));
    const forget = (before: string, exempt: string[] = []) =>
      write(db, (tx) => deleteOldFinishedJobs(tx, before, exempt));
    await forget(start);
    await forget('2026-11-22T00:00:00.000Z', ['charge']);
    expect(await rows()).toHaveLength(2);
    await forget('2026-11-22T00:00:00.000Z');
    expect((await rows()).map(({ key }) => key)).toEqual(['waits']);
  },
);
