import { expect, vi } from 'vitest';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';

const { hash: hashPassword } = createQuickHashing();

const password = 'a lamp, a rope and a bucket';

onSite('a member is recognised from signing in until signing out', async ({ a, app, post }) => {
  const user = await a.user({ email: 'Ann@Members.example', password_hash: await hashPassword(password) });
  const answer = await post('/members', { email: ' ann@members.EXAMPLE', password });
  expect(answer.json()).toMatchObject({ code: 200 });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  expect(String(answer.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Lax/);

  const headers = { host: 'players.example', cookie };
  const sitedata = async () => (await app.fastify.inject({ url: '/sitedata', headers })).json();
  expect((await sitedata()).current_user).toMatchObject({ is_authenticated: true, id: user.id, role: 'member' });
  const logout = await app.fastify.inject({ url: '/members/logout?react', headers });
  expect(logout.json()).toMatchObject({ type: 'redirect', url: '/members', reloadSiteData: true });
  // Unfinished texts stay on the device, because they may belong to another member who shares the device
  expect(logout.headers['clear-site-data']).toBe('"cache"');
  expect((await sitedata()).current_user.is_authenticated).toBe(false);
});

onEachSite('the database has a session’s token only as a hash', async ({ a, db, post }) => {
  await a.user({ email: 'ann@members.example', password_hash: await hashPassword(password) });
  const { headers } = await post('/members', { email: 'ann@members.example', password });
  const [, token = ''] = /^session=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
  expect(token.length).toBeGreaterThan(20);
  const stored = JSON.stringify(await db.read.selectFrom('session').selectAll().execute());
  expect(stored).toContain(hashToken(token));
  expect(stored).not.toContain(token);
});

onSite('the redirect of a signed-in member from the sign-in page isn’t cached', async ({ a, as }) => {
  const { statusCode, headers } = await (await as(await a.user())).get('/members');
  expect([statusCode, headers['cache-control']]).toEqual([302, 'no-store']);
});

onSite(
  'a wrong password gets the same response whether the account is active, unknown or unapproved',
  async ({ a, post }) => {
    const password_hash = await hashPassword(password);
    await a.user({ email: 'ann@members.example', password_hash });
    await a.user({ email: 'new@members.example', password_hash, status: 'awaiting' });
    const answers = [
      await post('/members', { email: 'ann@members.example', password: 'something else' }),
      await post('/members', { email: 'nobody@members.example', password }),
      await post('/members', { email: 'new@members.example', password: 'something else' }),
    ];
    for (const { statusCode, body, headers } of answers) {
      expect([statusCode, body]).toEqual([401, answers[0]?.body]);
      expect(headers['set-cookie']).toBeUndefined();
    }
  },
);

onSite(
  'after the right password, an unapproved account gets a message about approval, and no session',
  async ({ a, post }) => {
    const password_hash = await hashPassword(password);
    await a.user({ email: 'new@members.example', password_hash, status: 'awaiting' });
    const answer = await post('/members', { email: 'new@members.example', password });
    expect([answer.statusCode, answer.json().msg]).toEqual([403, expect.stringContaining('still needs our approval')]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  },
);

onSite('only the right password reveals that an account is disabled', async ({ a, post }) => {
  const password_hash = await hashPassword(password);
  await a.user({ email: 'gone@members.example', password_hash, status: 'deactivated' });
  const signIn = async (typed: string) =>
    (await post('/members', { email: 'gone@members.example', password: typed })).json();
  expect(await signIn('something else')).toMatchObject({ code: 401, msg: expect.stringContaining('don’t match') });
  expect(await signIn(password)).toMatchObject({ code: 403, msg: expect.stringContaining('is disabled') });
});

onSite('signing in again ends the browser’s previous session', async (on) => {
  const user = await on.a.user({ email: 'ann@members.example', password_hash: await hashPassword(password) });
  const browser = await on.as(user);
  const before = await on.db.read.selectFrom('session').select('id').execute();
  expect((await browser.post('/members', { email: 'ann@members.example', password })).statusCode).toBe(200);
  const after = await on.db.read.selectFrom('session').select('id').execute();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

onSite('the session of a user of Admin Tools ends after half a day without use', async ({ a, as, at, db }) => {
  const helper = await a.user();
  await db.write((tx) =>
    tx.insertInto('user_item').values({ user_id: helper.id, item: 'admin', allowed: 1 }).execute(),
  );
  const [admin, trusted, member] = [
    await as(await a.user({ role: 'admin' })),
    await as(helper),
    await as(await a.user()),
  ];
  at('2026-11-21T23:59:00.000Z');
  expect((await admin.get('/members/dashboard')).statusCode).toBe(200);
  at('2026-11-22T12:00:00.000Z');
  expect((await admin.get('/members/dashboard')).statusCode).toBe(401);
  expect((await trusted.get('/members/dashboard')).statusCode).toBe(401);
  expect((await member.get('/members/dashboard')).statusCode).toBe(200);
});

onEachSite('signing in fails if the password is changed at the same time', async (on) => {
  const user = await on.a.user({ email: 'ann@members.example', password_hash: await hashPassword(password) });
  const password_hash = await hashPassword('seven green umbrellas left');
  const { fits } = on.passwords;
  // The user has been found, but her password hasn't been checked yet
  vi.spyOn(on.passwords, 'fits').mockImplementationOnce(async (stored, typed) => {
    await on.db.write(async (tx) => {
      await tx.updateTable('user').set({ password_hash }).where('id', '=', user.id).execute();
      await tx.deleteFrom('session').execute();
    });
    return fits(stored, typed);
  });
  expect((await on.post('/members', { email: 'ann@members.example', password })).statusCode).toBe(401);
  expect(on.passwords.fits).toHaveBeenCalledOnce();
  expect(await on.db.read.selectFrom('session').select('id').execute()).toEqual([]);
});

onSite(
  'signing in with a control character in the address is refused with a message for that field',
  async ({ post }) => {
    const answer = await post('/members', { email: 'ann\0@members.example', password });
    expect(answer.json()).toMatchObject({ code: 400, fields: { email: expect.any(String) } });
  },
);

onSite('forged and malformed cookies belong to no session', async ({ app }) => {
  for (const value of ['x', 'a'.repeat(43), '%00', '"', 'constructor', 'ä']) {
    const headers = { host: 'players.example', cookie: `session=${value}` };
    const { statusCode } = await app.fastify.inject({ url: '/members/logout?react', headers });
    expect({ value, statusCode }).toEqual({ value, statusCode: 401 });
  }
});

onSite('a session ends after a fortnight without use, and after sixty days in any case', async ({ a, as, at }) => {
  const user = await a.user();
  const idle = await as(user);
  at('2026-12-05T11:59:00.000Z');
  expect((await idle.get('/members')).statusCode).toBe(302);
  at('2026-12-19T11:59:30.000Z');
  expect((await idle.get('/members')).statusCode).toBe(200);

  at('2026-11-21T12:00:00.000Z');
  const busy = await as(user);
  for (const day of ['2026-12-01', '2026-12-11', '2026-12-21', '2026-12-31', '2027-01-10', '2027-01-19']) {
    at(`${day}T12:00:00.000Z`);
    expect((await busy.get('/members')).statusCode).toBe(302);
  }
  at('2027-01-20T12:00:00.000Z');
  expect((await busy.get('/members')).statusCode).toBe(200);
});

onEachSite('a user whose account is disabled is signed out at once', async ({ a, as, db }) => {
  const { get } = await as(await a.user());
  expect((await get('/members')).statusCode).toBe(302);
  await db.write((tx) => tx.updateTable('user').set({ status: 'deactivated' }).execute());
  expect((await get('/members')).statusCode).toBe(200);
});

onEachSite('a link from another site to the sign-out page shows a button instead of signing out', async ({ a, as }) => {
  const { get, post, page } = await as(await a.user());
  const linked = await get('/members/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
  expect(linked.body).toContain('Sign out');
  expect((await page('/members')).content.type).toBe('redirect');
  const foreign = await post('/members/api/logout', {}, { origin: 'http://evil.example' });
  expect(foreign.statusCode).toBe(403);
  expect((await page('/members')).content.type).toBe('redirect');
  await post('/members/api/logout', {}, { origin: 'http://players.example' });
  expect((await page('/members')).content.type).toBe('login');
});

onSite('a picture, sound or frame on our own pages can’t sign anybody out', async (on) => {
  const user = await on.a.user();
  const { get, page } = await on.as(user);
  const here = { 'sec-fetch-site': 'same-origin', referer: 'http://players.example/past-shows' };
  const shownInPages = [
    { ...here, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { ...here, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'image' },
    { ...here, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'audio' },
    { ...here, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { referer: here.referer, accept: 'image/avif,image/webp,*/*;q=0.8' },
  ];
  for (const headers of shownInPages) {
    for (const path of ['/members/logout', '/members/logout?react']) await get(path, headers);
  }
  expect((await page('/members')).content.type).toBe('redirect');
  await get('/members/logout', { ...here, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' });
  expect((await page('/members')).content.type).toBe('login');
});

onSite('visitors who open a members’ page get the sign-in form at the URL of that page', async ({ get, page }) => {
  expect(await page('/members/logout')).toMatchObject({ status: 401, content: { type: 'login', files: [] } });
  const { statusCode, body } = await get('/members/logout');
  expect(statusCode).toBe(401);
  expect(body).toContain('name="password"');
});

onSite('behind an https proxy, the session cookie is secure even if PUBLIC_URL isn’t set', async (on) => {
  await on.a.user({ email: 'ann@members.example', password_hash: await hashPassword(password) });
  const signIn = async (headers: Record<string, string>) =>
    String((await on.post('/members', { email: 'ann@members.example', password }, headers)).headers['set-cookie']);
  const https = await signIn({ 'x-forwarded-proto': 'https' });
  expect(https).toMatch(/__Host-session=\S+; .*Secure/);
  const [cookie = ''] = https.split(';');
  const page = await on.get('/members/dashboard', { cookie, 'x-forwarded-proto': 'https' });
  expect(page.statusCode).toBe(200);
  expect(await signIn({})).not.toContain('Secure');
});
