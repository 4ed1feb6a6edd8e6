import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext, startTestSite } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

const password = 'a lamp, a rope and a bucket';
const other = 'seven green umbrellas left';
const hashed = createQuickHashing().hash(password);

const ruth = { firstname: 'Ruth', lastname: 'Marsh', email: 'ruth@mail.example' };
const registering = { ...ruth, password, confirm_password: password };

const read = new WeakMap<SiteTestContext['db'], Set<string>>();

/** Returns the token in the newest unread email to an address; "" if there is none. */
async function tokenFor(on: SiteTestContext, to: string): Promise<string> {
  const before = read.get(on.db) ?? new Set();
  const [mail] = (await listSentMails(on.db.read)).filter((one) => one.to === to && !before.has(one.id));
  read.set(on.db, before.add(mail?.id ?? ''));
  return /\/members\/(?:confirm|reset|invitation)\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const subjectsTo = async (on: SiteTestContext, to: string) =>
  (await on.db.read.selectFrom('mail').select('subject').where('to', '=', to).execute()).map(({ subject }) => subject);

const statusOf = (on: SiteTestContext, email: string) =>
  on.db.read.selectFrom('user').select(['role', 'status']).where('email', '=', email).execute();

/** Invalid tokens: made up, truncated, extended or altered. */
const forgeries = (token: string) => [
  '',
  'x',
  token.slice(1),
  `${token}x`,
  `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
  token.toUpperCase(),
  `${token}%00`,
  "' or 1=1 --",
];

async function register(on: SiteTestContext, some: Record<string, string> = {}): Promise<string> {
  const answer = await on.post('/members/api/register', { ...registering, ...some });
  expect(answer.json()).toMatchObject({ code: 200 });
  return tokenFor(on, some.email ?? ruth.email);
}

async function requestResetLink(on: SiteTestContext, email = ruth.email): Promise<string> {
  expect((await on.post('/members/api/forgotten', { email })).json()).toMatchObject({ code: 200 });
  return tokenFor(on, email);
}

async function invite(on: SiteTestContext, some: Record<string, string> = {}): Promise<string> {
  const admin = await on.as(await on.a.user({ role: 'admin', firstname: 'Vera', lastname: 'Chair' }));
  expect((await admin.post('/members/api/admin/invite', { ...ruth, ...some })).json()).toMatchObject({ code: 200 });
  return tokenFor(on, some.email ?? ruth.email);
}

const reset = (on: SiteTestContext, token: string, new_password = other) =>
  on.post('/members/api/reset', { token, new_password, confirm_new_password: new_password });
const confirm = (on: SiteTestContext, token: string, secret = password) =>
  on.post('/members/api/confirm', { token, password: secret });
const accept = (on: SiteTestContext, invitation: string, some: Record<string, string> = {}) =>
  on.post('/members/api/register', { ...registering, ...some, invitation });
const signIn = (on: SiteTestContext, secret: string, email = ruth.email) =>
  on.post('/members', { email, password: secret });

onEachSite(
  'a registration becomes an account once its email address is confirmed, and its owner can sign in once it is approved',
  async (on) => {
    await on.a.user({ role: 'admin', email: 'vera@players.example' });
    const token = await register(on);
    expect(await statusOf(on, ruth.email)).toEqual([]);
    expect((await signIn(on, password)).statusCode).toBe(401);
    // Mail programs prefetch links, so opening the link alone changes nothing
    expect((await on.page(`/members/confirm/${token}`)).content).toMatchObject({ link: 'open', email: ruth.email });
    expect(await statusOf(on, ruth.email)).toEqual([]);

    expect((await confirm(on, token)).statusCode).toBe(200);
    expect(await statusOf(on, ruth.email)).toEqual([{ role: 'member', status: 'awaiting' }]);
    expect((await signIn(on, password)).statusCode).toBe(403);
    expect(await subjectsTo(on, 'vera@players.example')).toEqual(['Ruth Marsh would like an account']);

    const { id } = await on.db.read
      .selectFrom('user')
      .select('id')
      .where('email', '=', ruth.email)
      .executeTakeFirstOrThrow();
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    expect((await admin.post(`/members/api/admin/registrations/${id}/approve`, {})).statusCode).toBe(200);
    expect((await admin.post(`/members/api/admin/registrations/${id}/decline`, {})).statusCode).toBe(409);
    expect((await signIn(on, password)).statusCode).toBe(200);
  },
);

onEachSite('a confirmation link that is used, expired, truncated or forged creates no account', async (on) => {
  const token = await register(on);
  for (const forged of forgeries(token)) {
    expect({ forged, status: (await confirm(on, forged)).statusCode }).toEqual({ forged, status: 409 });
  }
  expect((await on.page('/members/confirm/made-up')).content).toMatchObject({ link: 'unknown', email: '', token: '' });
  on.at('2026-11-23T12:00:00.000Z');
  expect((await confirm(on, token)).statusCode).toBe(409);
  expect((await on.page(`/members/confirm/${token}`)).content).toMatchObject({ link: 'expired', email: '', token: '' });
  expect(await statusOf(on, ruth.email)).toEqual([]);

  on.at('2026-11-23T13:00:00.000Z');
  const [first, second] = [await register(on), await register(on)];
  expect((await confirm(on, second)).statusCode).toBe(200);
  for (const used of [first, second]) expect((await confirm(on, used)).statusCode).toBe(409);
  expect(await statusOf(on, ruth.email)).toHaveLength(1);
  const left = await on.db.read.selectFrom('registration').select('password_hash').distinct().execute();
  expect(left).toContainEqual({ password_hash: '' });
});

onEachSite('confirming an email address needs the password that was chosen in the same registration', async (on) => {
  // A stranger registers Ruth’s address before Ruth does, and she opens the email about the stranger's registration
  const strangers = await register(on, { password: other, confirm_password: other });
  const own = await register(on);
  const answer = await confirm(on, strangers);
  expect(answer.json()).toMatchObject({ code: 400, fields: { password: expect.any(String) } });
  expect((await on.post('/members/api/confirm', { token: strangers })).statusCode).toBe(400);
  expect(await statusOf(on, ruth.email)).toEqual([]);
  expect((await confirm(on, own)).statusCode).toBe(200);
  expect((await confirm(on, strangers, other)).statusCode).toBe(409);

  const third = await register(on, { email: 'third@mail.example' });
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => confirm(on, third, `guess number ${n}`)));
  expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array<number>(10).fill(400), 429, 429]);
});

onEachSite('neither registering nor requesting a link discloses which email addresses have an account', async (on) => {
  await on.a.user({ email: 'known@mail.example', password_hash: await hashed });
  await on.a.user({ email: 'gone@mail.example', status: 'deactivated' });
  const linkTo = (path: string) =>
    Promise.all(
      ['known@mail.example', 'KNOWN@mail.example', 'gone@mail.example', 'nobody@mail.example'].map(async (email) => {
        const { statusCode, body, headers } = await on.post(path, { ...registering, email });
        return [statusCode, body.replaceAll(email, 'the address typed'), headers['set-cookie']];
      }),
    );
  for (const path of ['/members/api/register', '/members/api/register/again', '/members/api/forgotten']) {
    const answers = await linkTo(path);
    for (const answer of answers) expect({ path, answer }).toEqual({ path, answer: answers[0] });
  }
  // Only the email reveals whether the address has an account
  expect(await subjectsTo(on, 'known@mail.example')).toContainEqual(expect.stringMatching(/^You already have/));
  for (const subject of await subjectsTo(on, 'nobody@mail.example'))
    expect(subject).toMatch(/^Confirm your email address/);
  expect(await statusOf(on, 'known@mail.example')).toEqual([{ role: 'member', status: 'active' }]);
  expect((await signIn(on, password, 'known@mail.example')).statusCode).toBe(200);
});

onEachSite('a link submitted several times at once takes effect once', async (on) => {
  const codes = async (answers: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort();
  const four = [1, 2, 3, 4];

  const confirming = await register(on, { email: 'one@mail.example' });
  expect(await codes(four.map(() => confirm(on, confirming)))).toEqual([200, 409, 409, 409]);
  expect(await statusOf(on, 'one@mail.example')).toHaveLength(1);

  const invited = await invite(on, { email: 'two@mail.example', role: 'author' });
  const accepting = four.map(() => accept(on, invited, { email: 'two@mail.example' }));
  expect(await codes(accepting)).toEqual([200, 409, 409, 409]);
  expect(await statusOf(on, 'two@mail.example')).toEqual([{ role: 'author', status: 'active' }]);

  await on.a.user({ ...ruth, password_hash: await hashed });
  const token = await requestResetLink(on);
  const secrets = ['first of four lamps', 'second of four lamps', 'third of four lamps', 'fourth of four lamps'];
  expect(await codes(secrets.map((secret) => reset(on, token, secret)))).toEqual([200, 409, 409, 409]);
  expect(await codes(secrets.map((secret) => signIn(on, secret)))).toEqual([200, 401, 401, 401]);
});

onEachSite('a reset link that is used, expired, truncated or for another purpose sets no password', async (on) => {
  const user = await on.a.user({ ...ruth, password_hash: await hashed });
  const token = await requestResetLink(on);
  const invitation = await invite(on, { email: 'two@mail.example' });
  for (const forged of [...forgeries(token), invitation]) {
    expect({ forged, status: (await reset(on, forged)).statusCode }).toEqual({ forged, status: 409 });
  }
  expect((await on.page(`/members/reset/${token}`)).content).toMatchObject({ link: 'open' });
  on.at('2026-11-21T12:30:00.000Z');
  expect((await reset(on, token)).statusCode).toBe(409);
  expect((await on.page(`/members/reset/${token}`)).content).toMatchObject({ link: 'expired', token: '' });

  const again = await requestResetLink(on);
  expect(again).not.toBe(token);
  // A refused password leaves the link valid
  expect((await reset(on, again, 'password1')).json()).toMatchObject({
    code: 400,
    fields: { new_password: expect.any(String) },
  });
  expect((await reset(on, again)).statusCode).toBe(200);
  expect((await reset(on, again, 'yet another odd one')).statusCode).toBe(409);
  expect((await signIn(on, password)).statusCode).toBe(401);
  expect((await signIn(on, other)).statusCode).toBe(200);

  // A disabled user can't set a password with an older link
  const last = await requestResetLink(on);
  await on.db.write((tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', user.id).execute());
  expect((await reset(on, last)).statusCode).toBe(409);
});

onSite(
  'resetting a password ends all sessions, invalidates other reset links and keeps the second factor',
  async (on) => {
    const user = await on.a.user({ ...ruth, password_hash: await hashed });
    const [signedIn, thief] = [await on.as(user), await on.as(user)];
    const totp = { user_id: user.id, secret: 'sealed', last_step: 1, enabled_at: '2026-11-01T12:00:00.000Z' };
    await on.db.write((tx) => tx.insertInto('totp').values(totp).execute());
    const [first, second] = [await requestResetLink(on), await requestResetLink(on)];
    const answer = await reset(on, second);
    expect(answer.statusCode).toBe(200);
    // The reset signs nobody in, and the second factor is still needed afterwards
    expect(String(answer.headers['set-cookie'])).not.toContain('session=');
    expect((await reset(on, first)).statusCode).toBe(409);
    for (const { get } of [signedIn, thief]) expect((await get('/members/account_settings')).statusCode).toBe(401);
    expect((await signIn(on, other)).json()).toMatchObject({ code: 401, second_factor: true });
    expect(await subjectsTo(on, ruth.email)).toContainEqual(expect.stringMatching(/has been changed$/));
  },
);

onSite('an invitation that is used, expired, replaced, truncated or forged creates no account', async (on) => {
  const replaced = await invite(on);
  const token = await invite(on, { role: 'author' });
  for (const forged of [...forgeries(token).filter((one) => one !== ''), replaced]) {
    expect({ forged, status: (await accept(on, forged)).statusCode }).toEqual({ forged, status: 409 });
  }
  expect((await on.page(`/members/invitation/${replaced}`)).content).toMatchObject({ link: 'unknown', typed: {} });
  on.at('2026-12-05T12:00:00.000Z');
  expect((await accept(on, token)).statusCode).toBe(409);
  expect((await on.page(`/members/invitation/${token}`)).content).toMatchObject({
    link: 'expired',
    token: '',
    typed: {},
  });
  expect(await statusOf(on, ruth.email)).toEqual([]);

  const good = await invite(on);
  const answer = await accept(on, good);
  expect(answer.statusCode).toBe(200);
  expect(String(answer.headers['set-cookie'])).toContain('session=');
  expect((await accept(on, good, { email: 'second@mail.example' })).statusCode).toBe(409);
  expect((await on.page(`/members/invitation/${good}`)).content).toMatchObject({ link: 'used', typed: {} });
  expect(await statusOf(on, 'second@mail.example')).toEqual([]);
});

onSite('opening the link of an accepted invitation again offers to sign in', async (on) => {
  const token = await invite(on);
  await accept(on, token);
  const { body } = await on.get(`/members/invitation/${token}`);
  expect(body).toMatch(/href="\/members"[^>]*>Sign in</);
  expect(body).not.toContain('Ask for a new invitation');
});

onSite('a signed-in visitor who opens another person’s invitation is asked to sign out first', async (on) => {
  const token = await invite(on);
  const reader = await on.as(await on.a.user({ firstname: 'Tom', lastname: 'Reed' }));
  const { body } = await reader.get(`/members/invitation/${token}`);
  expect(body.replaceAll('<!-- -->', '')).toContain('You’re signed in as Tom Reed. This invitation is for Ruth Marsh.');
  expect(body).not.toContain('confirm_password');
  // Their own invitation, which they have used, leads to the dashboard
  await accept(on, token);
  expect((await reader.get(`/members/invitation/${token}`)).statusCode).toBe(302);
});

onEachSite(
  'an invitation accepted with another email address creates a member once that address is confirmed',
  async (on) => {
    const token = await invite(on, { role: 'admin' });
    const passed = { email: 'friend@mail.example' };
    const answer = await accept(on, token, passed);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await statusOf(on, passed.email)).toEqual([]);
    expect((await confirm(on, await tokenFor(on, passed.email))).statusCode).toBe(200);
    expect(await statusOf(on, passed.email)).toEqual([{ role: 'member', status: 'active' }]);
    expect((await accept(on, token)).statusCode).toBe(409);
  },
);

onEachSite('an invitation can’t be used for another address once its own address has an account', async (on) => {
  const token = await invite(on);
  expect((await confirm(on, await register(on))).statusCode).toBe(200);
  expect((await on.page(`/members/invitation/${token}`)).content).toMatchObject({ link: 'used' });
  expect((await accept(on, token, { email: 'friend@mail.example' })).statusCode).toBe(409);
});

onEachSite('an invitation counts as used once an account gets its address in another way', async (on) => {
  const token = await invite(on);
  // The invited address gets an account, for example by a change of address, or in an earlier release, which didn't
  // close invitations
  await on.a.user({ ...ruth, password_hash: await hashed });
  expect((await on.page(`/members/invitation/${token}`)).content).toMatchObject({ link: 'used' });
  expect((await accept(on, token, { email: 'friend@mail.example' })).statusCode).toBe(409);
});

onEachSite(
  'a registration with somebody else’s invitation waits for approval if the invited address gets an account',
  async (on) => {
    const token = await invite(on);
    await accept(on, token, { email: 'friend@mail.example' });
    await on.a.user({ ...ruth, password_hash: await hashed });
    expect((await confirm(on, await tokenFor(on, 'friend@mail.example'))).statusCode).toBe(200);
    expect(await statusOf(on, 'friend@mail.example')).toEqual([{ role: 'member', status: 'awaiting' }]);
  },
);

onSite(
  'without JavaScript, accepting an invitation with another address redirects to the page about the confirmation email',
  async (on) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const register = async (email: string) => {
      const fields = { ...registering, email, invitation: await invite(on) };
      return (await on.post('/members/api/register', new URLSearchParams(fields).toString(), form)).headers.location;
    };
    expect(await register('friend@mail.example')).toBe('/members/registered');
    expect(await register(ruth.email)).toBe('/members');
  },
);

onSite(
  'on a site that can’t send email, accepting an invitation with another address says to use the invited one',
  async (on) => {
    const site = await startTestSite(on, on.db, { mail: { to: 'nowhere', send: async () => '' } });
    const wayOut = 'Register with the address that was invited';
    const post = async (accept: string) => {
      const payload = { ...registering, email: 'friend@mail.example', invitation: await invite(on) };
      return site.fastify.inject({ method: 'POST', url: '/members/api/register', payload, headers: { accept } });
    };
    expect((await post('application/json')).json()).toMatchObject({ code: 200, msg: expect.stringContaining(wayOut) });
    const { headers } = await post('text/html');
    expect(headers.location).toBe('/members/registered/invited');
    expect((await site.fastify.inject(`${headers.location}`)).body).toContain(wayOut);
    expect((await site.fastify.inject('/members/registered')).body).not.toContain(wayOut);
  },
);

onEachSite('links in emails don’t use the Host or X-Forwarded-Host header of a request', async (on) => {
  const strangers = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { host: 'players.example@evil.example' },
    { host: 'localhost:9999' },
    { host: '127.0.0.1:9999' },
    { host: '[::1]:9999' },
  ];
  for (const [at, headers] of strangers.entries()) {
    const email = `ruth${at}@mail.example`;
    await on.a.user({ ...ruth, email, password_hash: await hashed });
    await on.post('/members/api/forgotten', { email }, headers);
    await on.post('/members/api/register', { ...registering, email: `new${at}@mail.example` }, headers);
  }
  const mails = await on.db.read.selectFrom('mail').select(['text', 'html']).execute();
  expect(mails).toHaveLength(2 * strangers.length);
  expect(JSON.stringify(mails)).not.toMatch(/evil|9999|localhost/);
});

onSite(
  'a name can’t add headers or markup to the registration email, and a malformed address is refused',
  async (on) => {
    const firstname = 'Ruth\r\nBcc: all\u2028<img src=x onerror=alert(1)>';
    await on.post('/members/api/register', { ...registering, firstname });
    const [mail] = await on.db.read.selectFrom('mail').selectAll().execute();
    expect(mail?.to).toBe(ruth.email);
    expect(mail?.subject).not.toMatch(/[\r\n\u2028]/);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.text).not.toMatch(/^Bcc:/m);
    for (const email of [
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example, c@d.example',
      'Ann <a@b.example>',
      'a@b.example\0',
    ]) {
      expect((await on.post('/members/api/register', { ...registering, email })).statusCode).toBe(400);
    }
  },
);

onEachSite(
  'names with web or email addresses are refused, and registration emails don’t contain the entered name',
  async (on) => {
    for (const firstname of [
      'http://evil.example/verify now',
      'www.evil.example',
      'evil.example',
      'Ring evil.example:8080 now',
      'ann@evil.example',
      'Ann/Bob',
    ]) {
      const answer = await on.post('/members/api/register', { ...registering, firstname });
      expect({ firstname, code: answer.json().code }).toEqual({ firstname, code: 400 });
      expect(answer.json().fields.firstname).toContain('without a web or email address');
    }
    for (const firstname of ['St. John', 'Mary-Ann O’Neill', 'J.R.', 'Zoë', 'Win a prize today']) {
      const email = `${firstname.length}@mail.example`;
      const answer = await on.post('/members/api/register', { ...registering, firstname, email });
      expect({ firstname, code: answer.json().code }).toEqual({ firstname, code: 200 });
    }
    for (const { text } of await on.db.read.selectFrom('mail').select('text').execute()) {
      expect(text).toContain('Hello,');
      expect(text).not.toContain('Win a prize');
    }
  },
);

onEachSite('a registration email can be requested again, and the links in both emails work', async (on) => {
  await on.post('/members/api/register', registering);
  on.at('2026-11-21T12:20:00.000Z');
  const again = await on.post('/members/api/register/again', { email: ruth.email });
  expect(again.json().msg).toContain(`another email is on its way`);
  expect(await subjectsTo(on, ruth.email)).toHaveLength(2);
  const texts = await listSentMails(on.db.read);
  const tokens = texts.map(({ text }) => /\/members\/confirm\/([\w-]+)/.exec(text)?.[1] ?? '');
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) {
    expect((await on.page(`/members/confirm/${token}`)).content).toMatchObject({ link: 'open' });
  }
});

onSite('the page of a secret link sends no referrer to other sites and isn’t cached', async (on) => {
  await on.a.user({ ...ruth, password_hash: await hashed });
  for (const path of [
    `/members/reset/${await requestResetLink(on)}`,
    `/members/invitation/${await invite(on, { email: 'b@c.example' })}`,
  ]) {
    const { headers } = await on.get(path);
    expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });
  }
});
