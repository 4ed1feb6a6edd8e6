import { expect, test } from 'vitest';
import { writeQuietly } from '#platform/server/database/index.ts';
import { onEachSite } from '#tests/support/app.ts';
import { onEachEngine } from '#tests/support/engines.ts';
import { demoIds, demoPassword } from './demo/accounts.ts';
import { leaveDemo } from './demo/leave-demo.ts';
import { isPublicDemo, noNetwork, notePublic, toNobody, untilTheNight } from './demo/public-demo.ts';
import { beginDemoAnew, seedDemo } from './demo/seed.ts';

const evening = new Date('2026-11-21T22:00:00Z');
const night = new Date('2026-11-22T04:00:00Z');
const shown = { isDemo: true, isPublicDemo: true, mail: toNobody };

onEachEngine('what strangers did in a demo is gone the next morning, and nobody finds it empty', async ({ db }) => {
  expect(await seedDemo(db, evening, { isPublic: true })).toBe(true);
  const shows = () => db.read.selectFrom('show').select(['id', 'title']).orderBy('id').execute();
  const before = await shows();
  const revision = await db.revision();
  await writeQuietly(db, async (tx) => {
    await tx.updateTable('show').set({ title: 'Rude words' }).execute();
    await tx.updateTable('user').set({ firstname: 'Rude' }).execute();
  });
  const seen: number[] = [];
  const anew = beginDemoAnew(db, night);
  for (let looks = 0; looks < 5; looks += 1) seen.push((await shows()).length);
  expect(await anew).toBe(true);
  expect(seen.filter((number) => number !== before.length)).toEqual([]);
  expect((await shows()).map(({ title }) => title).sort()).toEqual(before.map(({ title }) => title).sort());
  expect(await db.read.selectFrom('user').select('id').where('firstname', '=', 'Rude').execute()).toEqual([]);
  expect(await db.revision()).toBeGreaterThan(revision);
  expect(await beginDemoAnew(db, night)).toBe(true);
});

onEachEngine(
  'no other society is ever emptied: not an empty one, nor a demo that somebody has made theirs',
  async ({ db }) => {
    expect(await beginDemoAnew(db, night)).toBe(false);
    await writeQuietly(db, notePublic);
    expect(await beginDemoAnew(db, night)).toBe(false);
    await leaveDemo(db, { empty: false, now: evening.toISOString() });
    expect(await isPublicDemo(db.read)).toBe(false);
  },
);

onEachSite(
  'a public demo refuses uploads and account changes; every other call works',
  async ({ db, as, app, get, page }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'), { isPublic: true });
    const admin = await as({ id: demoIds[0] ?? '' });
    const form = new FormData();
    form.append('file', new Blob(['title,date']), 'a.csv');
    const noFiles = { code: 403, msg: 'This is a demo that everybody can see, so it takes no files.' };
    expect((await admin.upload('/members/api/manage_shows_import', form)).body).toEqual(noFiles);
    const off = { code: 403, msg: 'Everybody shares the accounts of this demo, so this is switched off here.' };
    const change = { old_password: 'curtain-up-2026', new_password: 'x', confirm_new_password: 'x' };
    expect((await admin.post('/members/api/account_settings/change_password', change)).json()).toEqual(off);
    expect((await admin.post('/members/api/account_settings/erase', {})).json()).toEqual(off);
    // Every call that could do either, including future ones
    const calls = app.routes.filter(({ kind }) => kind === 'call');
    const harmful = calls.filter(
      ({ files, grave, path }) => (files || grave === true) && !path.endsWith('if_long_ago'),
    );
    expect(harmful.length).toBeGreaterThan(20);
    for (const { method, path } of harmful) {
      const answer = await admin.send(method as 'POST', path.replace(/:\w+/g, 'aaaaaaaaaaaaaaaa'));
      expect([403, 404]).toContain(answer.statusCode);
    }
    // They would make themselves accounts
    const bea = { firstname: 'Bea', lastname: 'Till', email: 'bea@till.example', role: 'member' };
    const invited = (await admin.post('/members/api/admin/invite', bea)).json();
    expect(invited).toMatchObject({ code: 200, msg: expect.stringContaining('no mail leaves it'), links: [] });
    expect((await page('/')).status).toBe(200);
    const { body, headers } = await get('/');
    expect(body).toContain('This is a demo.');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await get('/members')).body).toContain(demoPassword);
    expect((await get('/sitedata')).json()).toMatchObject({ public_demo: { password: demoPassword } });
  },
  ['sqlite'],
  undefined,
  shown,
);

onEachSite(
  'strangers see nobody’s network address, sign nobody out, and can’t register',
  async ({ db, as, get, post }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'), { isPublic: true });
    const from = { 'x-forwarded-for': '81.2.69.160' };
    const signedIn = await post('/members', { email: 'admin@demo.example', password: demoPassword }, from);
    expect(signedIn.json()).toMatchObject({ code: 200 });
    expect((await post('/members', { email: 'admin@demo.example', password: 'wrong' }, from)).statusCode).toBe(401);
    const admin = await as({ id: demoIds[0] ?? '' });
    expect((await admin.post('/members/api/errors/aaaaaaaaaaaaaaaa/dismiss', {}, from)).statusCode).toBe(404);
    const noted = await db.read.selectFrom('audit').select('address').distinct().execute();
    expect(noted.filter(({ address }) => address !== '' && !address.startsWith('192.0.2.'))).toEqual([]);
    const sessions = await db.read
      .selectFrom('session')
      .select('address')
      .where('address', '=', '81.2.69.160')
      .execute();
    expect(sessions).toEqual([]);
    const off = { code: 403, msg: 'Everybody shares the accounts of this demo, so this is switched off here.' };
    for (const path of [
      '/members/api/account_settings/sessions/end_others',
      `/members/api/admin/users/${demoIds[1]}/end_sessions`,
    ]) {
      expect((await admin.post(path, {})).json()).toEqual(off);
    }
    const register = { firstname: 'Real', lastname: 'Name', email: 'real@x.example', password: 'x' };
    expect((await post('/members/api/register', register)).json()).toMatchObject({
      code: 403,
      msg: expect.stringContaining('nobody registers here'),
    });
    expect((await get('/members')).statusCode).toBe(200);
  },
  ['sqlite'],
  undefined,
  shown,
);

onEachSite('a society’s own site says nothing of a demo', async ({ get }) => {
  const { body, headers } = await get('/members');
  expect(body).not.toContain('This is a demo');
  expect(headers['x-robots-tag']).toBeUndefined();
  expect((await get('/sitedata')).json()).not.toHaveProperty('public_demo');
});

test('nothing leaves a public demo: no mail, and no question to another site', async () => {
  expect(await toNobody.send({} as never)).toContain('nothing was sent');
  await expect(noNetwork.lookUp()).rejects.toThrow('asks no other site');
});

test('the night is the next four in the morning, by the world’s clock', () => {
  expect(untilTheNight(evening)).toBe(6 * 3_600_000);
  expect(untilTheNight(night)).toBe(24 * 3_600_000);
});
