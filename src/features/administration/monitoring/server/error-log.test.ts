import { expect } from 'vitest';
import { createErrorLog } from '#platform/server/error-log/error-log.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { ErrorLogContent, errorLogPath } from '../contract.ts';

onSite(
  'an error is logged with its source line, route and count, but without its message or the query string',
  async (on) => {
    const { db, app, get } = on;
    const { read } = db;
    const broken = () => {
      throw new TypeError('no room for Ruth Calloway');
    };
    Object.defineProperty(db, 'read', { get: broken, configurable: true });
    const answers = [await get('/past-shows?q=Ruth'), await get('/past-shows?q=Ruth')];
    Object.defineProperty(db, 'read', { value: read });
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
    const [first, last] = answers.map(({ headers }) => headers['x-request-id']);
    expect(first).toMatch(/^[\w-]{16}$/);
    expect(last).not.toBe(first);
    // When a process stops, it stores the errors that it has recorded
    await app.close();
    const rows = await read.selectFrom('fault').selectAll().execute();
    const seen = { type: 'TypeError', code: '', happened_in: 'GET /past-shows', times: 2, request_id: last };
    expect(rows).toMatchObject([seen]);
    expect(rows[0]?.place).toMatch(/^src\/features\/administration\/monitoring\/server\/error-log\.test\.ts:\d+$/);
    expect(JSON.stringify(rows)).not.toMatch(/Ruth/);
  },
);

onEachSite('a dismissed error disappears from the error log until it happens again', async ({ a, as, db }) => {
  const faults = createErrorLog(() => new Date('2026-11-21T11:00:00.000Z'));
  const fault = Object.assign(new Error('duplicate: (ruth@members.example)'), { code: '23505' });
  faults.record(fault, { where: 'POST /members/api/register', request: 'request000000001' });
  await faults.write(db);
  const { page, get, send } = await as(await a.user({ role: 'admin' }));
  const listed = async () => ErrorLogContent.strict().parse((await page(errorLogPath)).content).faults;
  const [one] = await listed();
  expect(one).toMatchObject({
    what: 'Error 23505',
    happened_in: 'POST /members/api/register',
    last: '2026-11-21T11:00:00+00:00',
    request: 'request000000001',
  });
  expect((await get(errorLogPath)).body).not.toContain('ruth@');
  expect((await get('/members/admin')).body).toContain('ne error in the program');
  const dismissed = async () => (await send('POST', `/members/api/errors/${one?.id}/dismiss`)).statusCode;
  expect([await dismissed(), await dismissed()]).toEqual([200, 404]);
  expect(await listed()).toEqual([]);
  faults.record(fault, { where: 'a task' });
  await faults.write(db);
  expect(await listed()).toMatchObject([{ id: one?.id, times: 1, happened_in: 'a task' }]);
});
