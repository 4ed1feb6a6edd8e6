import { expect, vi } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { type JobTable, queueJob } from '#platform/server/jobs/job-store.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { JobsContent, jobsPath } from '../contract.ts';

const at = '2026-11-21T03:10:00.000Z';

onEachSite('an admin can see waiting and failed jobs, and retry or dismiss them', async ({ a, as, db }) => {
  await a.mail({ status: 'failed', last_error: 'EENVELOPE 550' });
  const queue = (kind: string, some: Partial<JobTable> = {}) =>
    write(db, async (tx) => {
      await queueJob(tx, { kind, key: '2026-11-21', due: at, at });
      await tx
        .updateTable('job')
        .set({ attempts: 0, ...some })
        .where('kind', '=', kind)
        .execute();
    });
  await queue('purge-trash', { status: 'failed', attempts: 8, last_error: 'EACCES', finished_at: at });
  await queue('forget-old', { last_error: 'fault', attempts: 2 });
  await queue('forget-expired');
  await queue('forget-jobs', { status: 'done', finished_at: at });
  const { page, send, get } = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
  const listed = async () => {
    const { jobs } = JobsContent.strict().parse((await page(jobsPath)).content);
    return jobs.map(({ name, state, codes }) => `${name}: ${state} ${codes}`.trim());
  };
  const others = [
    'Deleting expired links and unused devices: waiting',
    'Deleting old messages, emails and buyers’ details: retrying fault',
  ];
  expect(await listed()).toEqual(['Emptying the trash: failed EACCES', ...others]);
  expect((await get('/members/admin')).body).toContain('one task failed');

  const press = async (kind: string, action: string) =>
    (await send('POST', `/members/api/jobs/${kind}/2026-11-21/${action}`)).json();
  expect(await press('purge-trash', 'dismiss')).toMatchObject({ code: 200 });
  expect(await press('purge-trash', 'dismiss')).toMatchObject({ code: 409 });
  expect(await listed()).toEqual(others);
  expect((await get('/members/admin')).body).not.toContain('one task failed');
  expect(await press('purge-trash', 'retry')).toMatchObject({ code: 200, msg: 'Trying the task again now.' });
  // A retry resets the number of attempts. The job is listed as waiting, because a failed job without attempts would
  // make no sense
  expect(await listed()).toContain('Emptying the trash: waiting');
  expect(await press('forget-old', 'retry')).toMatchObject({ code: 200 });
  expect(await press('forget-jobs', 'retry')).toMatchObject({ code: 409 });
  // The job is now leased by a process
  await write(db, (tx) =>
    tx.updateTable('job').set({ leased_until: '2026-11-21T12:00:01.000Z' }).where('kind', '=', 'purge-trash').execute(),
  );
  expect(await press('purge-trash', 'retry')).toMatchObject({ code: 409 });
  expect(await listed()).toContain('Emptying the trash: running');
  const entries = await db.read.selectFrom('audit').select(['actor_name', 'action', 'detail']).execute();
  expect(entries).toContainEqual({
    ...{ actor_name: 'Ruth Calloway', action: 'job.retried', detail: 'Emptying the trash' },
  });
});

onEachSite('an interrupted job is shown as interrupted, without a reference to the server’s log', async (on) => {
  const { a, as, db } = on;
  const fault = { status: 'failed', attempts: 8, finished_at: at } as const;
  await write(db, async (tx) => {
    await queueJob(tx, { kind: 'purge-trash', key: '2026-11-21', due: at, at });
    await tx
      .updateTable('job')
      .set({ ...fault, last_error: 'EUNFINISHED' })
      .execute();
  });
  const { get } = await as(await a.user({ role: 'admin' }));
  const { body } = await get(jobsPath);
  expect(body).toContain('Tried 8 times: the site stopped before the task was done.');
  expect(body).not.toContain('server’s log');
});

onEachSite('a listed job names its show and performance, unless the performance has been deleted', async (on) => {
  const { a, as, db } = on;
  const show = await a.show({ title: 'The Night Porter' });
  const performance = await a.performance({ show_id: show });
  await write(db, async (tx) => {
    const due = '2026-11-28T19:15:00.000Z';
    for (const [key, of] of Object.entries({ here: performance, gone: 'aaaaaaaaaaaaaaaa' })) {
      await queueJob(tx, { kind: 'release-tickets', key, payload: { performance: of }, due, at });
    }
  });
  const { page } = await as(await a.user({ role: 'admin' }));
  const { jobs } = JobsContent.strict().parse((await page(jobsPath)).content);
  const abouts = Object.fromEntries(jobs.map(({ key, name, about }) => [key, `${name}: ${about}`]));
  expect(abouts).toMatchObject({
    here: 'Releasing unpaid reservations: The Night Porter, Saturday 28 November 2026 at 7.30pm',
    gone: 'Releasing unpaid reservations: ',
  });
});

onEachSite('the jobs page makes no more queries for 21 jobs of one kind than for one', async (on) => {
  const { a, as, db } = on;
  const show = await a.show({ title: 'The Night Porter' });
  const { page } = await as(await a.user({ role: 'admin' }));
  const queue = async (starts_at: string) => {
    const performance = await a.performance({ show_id: show, starts_at });
    await write(db, (tx) =>
      queueJob(tx, { kind: 'release-tickets', key: performance, payload: { performance }, due: starts_at, at }),
    );
  };
  const statements = vi.spyOn(db.read.getExecutor(), 'executeQuery');
  const asked = async () => {
    statements.mockClear();
    const { jobs } = JobsContent.strict().parse((await page(jobsPath)).content);
    return { abouts: new Set(jobs.map(({ about }) => about)), statements: statements.mock.calls.length };
  };
  await queue('2026-12-01T19:30:00.000Z');
  // The first page also reads the settings of the site
  await asked();
  const one = await asked();
  expect(one.statements).toBeGreaterThan(3);
  for (let day = 10; day < 30; day += 1) await queue(`2026-12-${day}T19:30:00.000Z`);
  // New performances are public, so the next page reads the site's public data again
  await asked();
  const many = await asked();
  expect(many.abouts.size).toBe(21);
  expect(many.statements).toBe(one.statements);
});

onEachSite('a job with an invalid payload is listed without a subject', async ({ a, as, db }) => {
  const due = '2026-11-28T19:15:00.000Z';
  await write(db, (tx) => queueJob(tx, { kind: 'release-tickets', key: 'old', payload: { show: 1 }, due, at }));
  const { page } = await as(await a.user({ role: 'admin' }));
  const { jobs } = JobsContent.strict().parse((await page(jobsPath)).content);
  expect(jobs).toMatchObject([{ key: 'old', name: 'Releasing unpaid reservations', about: '' }]);
});

onEachSite(
  'a job without a handler is listed first, as failed, and can be dismissed but not retried',
  async ({ a, as, db }) => {
    const job = { kind: 'back-up-elsewhere', key: '2026-11-20' };
    await write(db, async (tx) => {
      await queueJob(tx, { kind: 'purge-trash', key: '2026-11-19', due: '2026-11-19T03:10:00.000Z', at });
      await queueJob(tx, { ...job, due: at, at });
    });
    const { page, send, get } = await as(await a.user({ role: 'admin' }));
    const listed = async () => JobsContent.strict().parse((await page(jobsPath)).content).jobs;
    expect(await listed()).toMatchObject([
      { kind: 'back-up-elsewhere', state: 'failed', codes: 'ENOWORK' },
      { kind: 'purge-trash', state: 'waiting' },
    ]);
    const { body } = await get(jobsPath);
    expect(body).toContain('This site is no longer set up to do this task.');
    expect(body).toContain('Dismiss');
    expect(body).not.toContain('Try again');
    expect((await get('/members/admin')).body).toContain('one task failed');
    await write(db, (tx) => tx.deleteFrom('job').where('kind', '=', 'purge-trash').execute());
    const press = async (action: string) =>
      (await send('POST', `/members/api/jobs/${job.kind}/${job.key}/${action}`)).json();
    expect(await press('retry')).toMatchObject({ code: 409, msg: expect.stringContaining('only dismiss') });
    // A process of another version has leased the job
    const lease = (leased_until: string | null) =>
      write(db, (tx) => tx.updateTable('job').set({ leased_until }).execute());
    await lease('2026-11-21T12:00:01.000Z');
    expect(await listed()).toMatchObject([{ state: 'running' }]);
    expect((await get('/members/admin')).body).not.toContain('one task failed');
    expect(await press('dismiss')).toMatchObject({ code: 409 });
    await lease(null);
    expect(await press('dismiss')).toMatchObject({ code: 200 });
    expect(await listed()).toEqual([]);
  },
);

onSite('a job without a handler is listed even if more jobs are waiting than the page lists', async ({ a, as, db }) => {
  await write(db, async (tx) => {
    for (let key = 0; key < 200; key += 1) await queueJob(tx, { kind: 'purge-trash', key: `${key}`, due: at, at });
    await queueJob(tx, { kind: 'back-up-elsewhere', key: 'late', due: '2026-11-22T03:10:00.000Z', at });
  });
  const { page } = await as(await a.user({ role: 'admin' }));
  const { jobs } = JobsContent.strict().parse((await page(jobsPath)).content);
  expect(jobs).toHaveLength(200);
  expect(jobs[0]).toMatchObject({ key: 'late', state: 'failed', codes: 'ENOWORK' });
});

onEachSite(
  'scheduled jobs are listed with the time when they were last done and their next run',
  async ({ a, as, db }) => {
    await write(db, async (tx) => {
      for (const key of ['2026-11-19', '2026-11-20']) {
        await queueJob(tx, { kind: 'purge-trash', key, due: at, at });
        const finished_at = `${key}T03:30:07.000Z`;
        await tx.updateTable('job').set({ status: 'done', finished_at }).where('key', '=', key).execute();
      }
    });
    const { page } = await as(await a.user({ role: 'admin' }));
    const { by_clock } = JobsContent.strict().parse((await page(jobsPath)).content);
    const trash = by_clock.find(({ kind }) => kind === 'purge-trash');
    expect(trash).toMatchObject({ name: 'Emptying the trash', last: '2026-11-20T03:30:07+00:00' });
    expect(trash?.next).toMatch(/^2026-11-22T03:\d\d:00\+00:00$/);
    expect(by_clock.find(({ kind }) => kind === 'forget-jobs')?.last).toBe('');
    expect(by_clock).toEqual(by_clock.toSorted((x, y) => (x.next < y.next ? -1 : 1)));
  },
);

onEachSite('an email can’t be retried on the jobs page', async ({ a, as }) => {
  const mail = await a.mail({ status: 'failed', last_error: 'EENVELOPE 550' });
  const { send } = await as(await a.user({ role: 'admin' }));
  expect((await send('POST', `/members/api/jobs/mail/${mail}/retry`)).statusCode).toBe(404);
});
