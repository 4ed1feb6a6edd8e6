import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { getCookie, onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';

const password = 'a lamp in the window';
const hashed = createQuickHashing().hash(password);
const settings = '/members/api/account_settings';
const start = Date.parse('2026-11-21T12:00:00.000Z');

type Asking = Awaited<ReturnType<SiteTestContext['as']>>;

/** Returns the secret that the account settings offer for setting up an app. */
const offered = async (browser: Asking) =>
  ((await browser.page('/members/account_settings')).content.two_factor as { secret: string }).secret;

/**
 * Sets up the app on a phone with a secret. The returned function gives the app's code for a time, counted in steps of
 * thirty seconds after noon.
 */
const setUpAuthenticator = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return (steps: number) => totp.generate({ timestamp: start + steps * 30_000 });
};

const inSteps = (on: SiteTestContext, steps: number) => on.at(new Date(start + steps * 30_000).toISOString());

async function member(on: SiteTestContext, some: Parameters<SiteTestContext['a']['user']>[0] = {}) {
  return on.a.user({ email: 'ruth@players.example', password_hash: await hashed, ...some });
}

/**
 * Creates a member who set up an app at noon. Returns the user, their browser, the app's codes and the recovery codes.
 */
async function protectedMember(on: SiteTestContext, some: Parameters<SiteTestContext['a']['user']>[0] = {}) {
  const user = await member(on, some);
  const browser = await on.as(user);
  const shows = setUpAuthenticator(await offered(browser));
  const answer = await browser.post(`${settings}/two_factor`, { otp_code: shows(0) });
  expect(answer.statusCode).toBe(200);
  return { user, browser, shows, recovery: answer.json().recovery_codes as string[] };
}

/** Submits the password; returns the cookie of the pending session. */
async function submitPassword(on: SiteTestContext): Promise<string> {
  const answer = await on.post('/members', { email: 'ruth@players.example', password });
  expect(answer.json()).toMatchObject({ code: 401, second_factor: true });
  return getCookie(answer);
}

const give = (on: SiteTestContext, cookie: string, otp_code: string, more: Record<string, string> = {}) =>
  on.post('/members/api/second_factor', { otp_code }, { cookie, ...more });

const isIn = async (on: SiteTestContext, cookie: string) =>
  (await on.get('/members/account_settings?react', { cookie })).statusCode === 200;

onEachSite('codes are turned on with a code from the app, and ten recovery codes are shown once', async (on) => {
  const user = await member(on);
  const ruth = await on.as(user);
  const before = (await ruth.page('/members/account_settings')).content.two_factor;
  expect(before).toMatchObject({ enabled: false, passkeys: [], recovery_codes_left: 0 });
  const { secret, provisioning_qr: rows } = before as { secret: string; provisioning_qr: boolean[][] };
  expect(rows.length).toBeGreaterThan(20);
  const answer = await ruth.post(`${settings}/two_factor`, { otp_code: setUpAuthenticator(secret)(0) });
  expect(answer.json()).toMatchObject({ code: 200 });
  const codes = answer.json().recovery_codes as string[];
  expect(new Set(codes).size).toBe(10);
  const after = (await ruth.page('/members/account_settings')).content.two_factor;
  expect(after).toMatchObject({ enabled: true, provisioning_qr: [], secret: '', recovery_codes_left: 10 });
  const stored = JSON.stringify([
    await on.db.read.selectFrom('totp').selectAll().execute(),
    await on.db.read.selectFrom('recovery_code').selectAll().execute(),
  ]);
  for (const secretText of [secret.replaceAll(' ', ''), ...codes.map((code) => code.replace('-', ''))]) {
    expect(stored).not.toContain(secretText);
  }
});

onSite('viewing the account settings offers a new app secret, valid in that session for ten minutes', async (on) => {
  const user = await member(on);
  const [ruth, elsewhere] = [await on.as(user), await on.as(user)];
  const secrets = [await offered(ruth), await offered(ruth), await offered(elsewhere)];
  expect(new Set(secrets).size).toBe(3);
  const [first = '', , others = ''] = secrets;
  const turnOn = async (secret: string, steps: number) =>
    (await ruth.post(`${settings}/two_factor`, { otp_code: setUpAuthenticator(secret)(steps) })).statusCode;
  // A secret from another session is invalid, for example one seen on somebody's screen or in an old photo
  expect(await turnOn(others, 0)).toBe(400);
  const stored = JSON.stringify(await on.db.read.selectFrom('totp_offer').selectAll().execute());
  for (const secret of secrets) expect(stored).not.toContain(secret.replaceAll(' ', ''));
  inSteps(on, 20);
  expect((await ruth.post('/members/api/reauthenticate', { password })).statusCode).toBe(200);
  expect(await turnOn(first, 20)).toBe(400);
  // A QR code that was scanned before another setting was saved still works
  const scanned = await offered(ruth);
  await ruth.post(`${settings}/update_contact_details`, { phone_number: '01632 960118' });
  await offered(ruth);
  const on20 = await ruth.post(`${settings}/two_factor`, { otp_code: setUpAuthenticator(scanned)(20) });
  expect(on20.json()).toMatchObject({ code: 200 });
});

onEachSite(
  'only the ten secrets last offered to a session are stored, and other sessions’ secrets stay valid',
  async (on) => {
    const user = await member(on);
    const [ruth, elsewhere] = [await on.as(user), await on.as(user)];
    const other = await offered(elsewhere);
    const seen: string[] = [];
    for (let second = 0; second < 12; second += 1) {
      on.at(new Date(start + second * 1000).toISOString());
      seen.push(await offered(ruth));
    }
    expect(await on.db.read.selectFrom('totp_offer').select('id').execute()).toHaveLength(11);
    const turnOn = async (browser: Asking, secret: string) =>
      (await browser.post(`${settings}/two_factor`, { otp_code: setUpAuthenticator(secret)(0) })).statusCode;
    expect(await turnOn(ruth, seen[1] ?? '')).toBe(400);
    // Views of the account settings in another session don't use up the secrets of this session
    expect(await turnOn(elsewhere, other)).toBe(200);
  },
);

onSite('a new password invalidates a second-factor secret that was shown before the change', async (on) => {
  const user = await member(on);
  const ruth = await on.as(user);
  const seen = await offered(ruth);
  const new_password = 'four lanterns over the stage';
  const changed = { old_password: password, new_password, confirm_new_password: new_password };
  expect((await ruth.post(`${settings}/change_password`, changed)).json()).toMatchObject({ code: 200 });
  const turnOn = async (secret: string) =>
    (await ruth.post(`${settings}/two_factor`, { otp_code: setUpAuthenticator(secret)(0) })).statusCode;
  expect(await turnOn(seen)).toBe(400);
  expect(await turnOn(await offered(ruth))).toBe(200);
});

onEachSite('adding a factor ends every other session, and gives the present session a new token', async (on) => {
  const user = await member(on);
  const [ruth, elsewhere] = [await on.as(user), await on.as(user)];
  const stolen = (await on.db.read.selectFrom('session').select('token_hash').execute()).map((row) => row.token_hash);
  const answer = await ruth.post(`${settings}/two_factor`, { otp_code: setUpAuthenticator(await offered(ruth))(0) });
  expect(answer.json().msg).toContain('All your other devices have been signed out.');
  expect((await elsewhere.get('/members/account_settings')).statusCode).toBe(401);
  expect((await ruth.get('/members/account_settings')).statusCode).toBe(200);
  const left = await on.db.read.selectFrom('session').select('token_hash').execute();
  expect(left).toHaveLength(1);
  expect(stolen).not.toContain(left[0]?.token_hash);
});

onEachSite('turning on codes with a wrong code is refused with an error at the field', async (on) => {
  const user = await member(on);
  const ruth = await on.as(user);
  for (const otp_code of [
    '000000',
    '',
    'abc',
    setUpAuthenticator('JBSWY3DPEHPK3PXP')(0),
    setUpAuthenticator(await offered(ruth))(9),
  ]) {
    const answer = await ruth.post(`${settings}/two_factor`, { otp_code });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.otp_code).toBeTruthy();
  }
  expect((await ruth.page('/members/account_settings')).content.two_factor).toMatchObject({ enabled: false });
});

onSite('after a correct password alone, members’ pages show the second step instead', async (on) => {
  const { shows } = await protectedMember(on);
  const cookie = await submitPassword(on);
  for (const path of ['/members', '/members/account_settings', '/members/logout']) {
    const answer = await on.get(`${path}?react`, { cookie });
    expect(answer.json()).toMatchObject({ type: 'login', second_step: { passkeys: false } });
  }
  expect((await on.post(`${settings}/two_factor/off`, {}, { cookie })).statusCode).toBe(401);
  expect((await on.post(`${settings}/sessions/end_others`, {}, { cookie })).statusCode).toBe(401);
  expect((await on.get('/sitedata', { cookie })).json().current_user.is_authenticated).toBe(false);
  expect((await on.get('/members?react')).json().second_step).toBeUndefined();

  inSteps(on, 1);
  const answer = await give(on, cookie, shows(1));
  expect(answer.json()).toMatchObject({ code: 200 });
  expect(getCookie(answer)).not.toBe(cookie);
  expect(await isIn(on, getCookie(answer))).toBe(true);
  // The pending session is used up, and its cookie is invalid
  expect(await isIn(on, cookie)).toBe(false);
  expect((await give(on, cookie, shows(2))).statusCode).toBe(401);
});

onSite('a used code and all codes from earlier time steps are refused', async (on) => {
  const { shows } = await protectedMember(on);
  // The code with which the app was set up can't be used again
  expect((await give(on, await submitPassword(on), shows(0))).statusCode).toBe(400);
  expect((await give(on, await submitPassword(on), shows(-1))).statusCode).toBe(400);
  // A phone's clock may be half a minute ahead
  expect((await give(on, await submitPassword(on), shows(1))).statusCode).toBe(200);
  expect((await give(on, await submitPassword(on), shows(1))).statusCode).toBe(400);
  inSteps(on, 2);
  expect((await give(on, await submitPassword(on), shows(1))).statusCode).toBe(400);
  expect((await give(on, await submitPassword(on), shows(4))).statusCode).toBe(400);
  expect((await give(on, await submitPassword(on), shows(2))).statusCode).toBe(200);
});

onEachSite('when several requests with the same code arrive at once, only one signs in', async (on) => {
  const { shows, recovery } = await protectedMember(on);
  inSteps(on, 1);
  for (const code of [shows(1), recovery[0] ?? '']) {
    const cookies = [await submitPassword(on), await submitPassword(on), await submitPassword(on)];
    const answers = await Promise.all(cookies.map((cookie) => give(on, cookie, code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  }
});

onEachSite('two codes sent at once by one pending session create one signed-in session', async (on) => {
  const { recovery } = await protectedMember(on);
  const cookie = await submitPassword(on);
  const sent = await Promise.all(recovery.slice(0, 2).map((code) => give(on, cookie, code)));
  expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  // The refused code wasn’t used up
  const { left } = await on.db.read
    .selectFrom('recovery_code')
    .select((code) => code.fn.countAll().as('left'))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(Number(left)).toBe(9);
});

onEachSite('a recovery code works once, whatever its case and spacing, and its owner is emailed', async (on) => {
  const { recovery } = await protectedMember(on);
  const [first = '', second = ''] = recovery;
  expect((await give(on, await submitPassword(on), first.toLowerCase().replace('-', ' '))).statusCode).toBe(200);
  expect((await give(on, await submitPassword(on), first)).statusCode).toBe(400);
  expect((await give(on, await submitPassword(on), second)).statusCode).toBe(200);
  const mails = await on.db.read.selectFrom('mail').select(['to', 'subject', 'text']).execute();
  const used = mails.filter(({ subject }) => subject === 'A recovery code was used');
  expect(used.map(({ to }) => to)).toEqual(['ruth@players.example', 'ruth@players.example']);
  expect(used.map(({ text }) => /You have (\w+) recovery codes left/.exec(text)?.[1]).sort()).toEqual(['8', '9']);
});

onSite('another user’s recovery code is refused as second factor', async (on) => {
  const { recovery } = await protectedMember(on, { email: 'other@players.example' });
  await protectedMember(on);
  expect((await give(on, await submitPassword(on), recovery[0] ?? '')).statusCode).toBe(400);
});

onSite('after five wrong codes the password is required again', async (on) => {
  const { shows } = await protectedMember(on);
  inSteps(on, 1);
  const cookie = await submitPassword(on);
  for (let wrong = 0; wrong < 4; wrong++) expect((await give(on, cookie, '000000')).statusCode).toBe(400);
  expect((await give(on, cookie, '000000')).statusCode).toBe(401);
  expect((await give(on, cookie, shows(1))).statusCode).toBe(401);
  expect((await give(on, await submitPassword(on), shows(1))).statusCode).toBe(200);
});

onEachSite('wrong codes are recorded in the audit log with the account, at sign-in and afterwards', async (on) => {
  const { user, browser } = await protectedMember(on);
  const cookie = await submitPassword(on);
  for (let wrong = 0; wrong < 2; wrong++) await give(on, cookie, '000000');
  await browser.post('/members/api/reauthenticate/second_factor', { otp_code: '000000' });
  await on.app.close();
  const entries = await on.db.read
    .selectFrom('audit')
    .select(['subject', 'detail'])
    .where('action', '=', 'sign_in.account_refused')
    .execute();
  expect(entries).toEqual([{ subject: user.id, detail: '3 times within an hour' }]);
});

onEachSite(
  'somebody else who knows the password has ten attempts an hour, and can’t lock the owner out',
  async (on) => {
    const { shows, recovery } = await protectedMember(on);
    inSteps(on, 1);
    for (let round = 0; round < 2; round++) {
      const cookie = await submitPassword(on);
      for (let wrong = 0; wrong < 5; wrong++) await give(on, cookie, '000000');
    }
    expect((await give(on, await submitPassword(on), shows(1))).statusCode).toBe(429);
    expect((await give(on, await submitPassword(on), recovery[0] ?? '')).statusCode).toBe(200);
    const mails = await on.db.read.selectFrom('mail').select('subject').execute();
    expect(mails.filter(({ subject }) => subject === 'Wrong sign-in codes')).toHaveLength(1);
    inSteps(on, 122);
    expect((await give(on, await submitPassword(on), shows(122))).statusCode).toBe(200);
  },
);

onEachSite('many wrong codes sent at once don’t exceed the limit of attempts', async (on) => {
  await protectedMember(on);
  const cookie = await submitPassword(on);
  await Promise.all(Array.from({ length: 12 }, (_, n) => give(on, cookie, String(100_000 + n))));
  const failures = await on.db.read.selectFrom('wrong_code').selectAll().execute();
  expect(failures).toHaveLength(5);
});

onSite('a pending session expires after ten minutes, and a forged one is refused', async (on) => {
  const { shows } = await protectedMember(on);
  const cookie = await submitPassword(on);
  inSteps(on, 20);
  expect((await give(on, cookie, shows(20))).statusCode).toBe(401);
  for (const forged of ['', 'session=', 'session=forged', `${cookie}x`]) {
    expect((await give(on, forged, shows(20))).statusCode).toBe(401);
  }
});

onSite('a fully signed-in session can’t take the second step of signing in', async (on) => {
  const { user, shows } = await protectedMember(on);
  inSteps(on, 1);
  const answer = await (await on.as(user)).post('/members/api/second_factor', { otp_code: shows(1) });
  expect(answer.statusCode).toBe(401);
});

const byBrowser = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' };

onSite('without JavaScript the second step is a page with a form that redirects or shows the error', async (on) => {
  const { shows } = await protectedMember(on);
  inSteps(on, 1);
  const cookie = await submitPassword(on);
  const page = await on.get('/members', { cookie });
  expect(page.body).toContain('One more step');
  expect(page.body).toContain('action="/members/api/second_factor"');
  const post = (otp_code: string) =>
    on.post('/members/api/second_factor', new URLSearchParams({ otp_code }).toString(), { ...byBrowser, cookie });
  const wrong = await post('000000');
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain('That code isn’t right');
  expect(wrong.body).toContain('name="otp_code"');
  const right = await post(shows(1));
  expect([right.statusCode, right.headers.location]).toEqual([303, '/members/dashboard']);
  expect(await isIn(on, getCookie(right))).toBe(true);
});

onSite('cancelling the second step of a sign-in ends the pending session', async (on) => {
  const { shows } = await protectedMember(on);
  inSteps(on, 1);
  const cookie = await submitPassword(on);
  const answer = await on.post('/members/api/second_factor/cancel', '', { ...byBrowser, cookie });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/members']);
  expect((await give(on, cookie, shows(1))).statusCode).toBe(401);
});

onSite('turning off codes from an app invalidates the app’s secret', async (on) => {
  const { browser: ruth, shows } = await protectedMember(on);
  expect((await ruth.send('POST', `${settings}/two_factor/off`)).json().code).toBe(200);
  expect((await ruth.send('POST', `${settings}/two_factor/off`)).statusCode).toBe(409);
  const page = (await ruth.page('/members/account_settings')).content.two_factor;
  expect(page).toMatchObject({ enabled: false, recovery_codes_left: 0 });
  expect((await on.post('/members', { email: 'ruth@players.example', password })).statusCode).toBe(200);
  inSteps(on, 1);
  expect((await ruth.post(`${settings}/two_factor`, { otp_code: shows(1) })).statusCode).toBe(400);
  expect(
    (await ruth.post(`${settings}/two_factor`, { otp_code: setUpAuthenticator(await offered(ruth))(1) })).statusCode,
  ).toBe(200);
});

const changes = [
  `${settings}/two_factor/off`,
  `${settings}/recovery_codes`,
  `${settings}/passkeys/options`,
  `${settings}/passkeys/none/remove`,
];
const wantsCode = { code: 403, needs: 'second_factor', msg: expect.stringContaining('second factor first') };

onSite('changing the second factor needs a code in addition to session and password', async (on) => {
  const { browser, shows, recovery } = await protectedMember(on);
  inSteps(on, 20);
  expect((await browser.post('/members/api/reauthenticate', { password })).statusCode).toBe(200);
  for (const call of changes) expect((await browser.post(call, { name: 'Mine' })).json()).toMatchObject(wantsCode);

  const again = (otp_code: string) => browser.post('/members/api/reauthenticate/second_factor', { otp_code });
  expect((await again('000000')).json()).toMatchObject({ code: 400, fields: { otp_code: 'That code isn’t right.' } });
  const tokens = () => on.db.read.selectFrom('session').select('token_hash').execute();
  const before = await tokens();
  expect((await again(shows(20))).json().code).toBe(200);
  expect(await tokens()).not.toEqual(before);
  expect((await browser.send('POST', `${settings}/recovery_codes`)).statusCode).toBe(200);
  // After ten minutes, re-authentication is required again, and a code is no substitute for the password
  inSteps(on, 40);
  expect((await again(shows(40))).statusCode).toBe(200);
  expect((await browser.send('POST', changes[0] ?? '')).json()).toMatchObject({ code: 403, needs: 'password' });
  await browser.post('/members/api/reauthenticate', { password });
  expect((await browser.send('POST', changes[0] ?? '')).statusCode).toBe(200);
  expect(recovery).toHaveLength(10);
});

onSite('an account with a second factor can’t be taken over with the password and an open session', async (on) => {
  const { user, browser, shows } = await protectedMember(on);
  const fresh = 'a lantern in the wings';
  const newPassword = { old_password: password, new_password: fresh, confirm_new_password: fresh };
  const [change, move] = [`${settings}/change_password`, `${settings}/change_email`];
  inSteps(on, 20);
  expect((await browser.post('/members/api/reauthenticate', { password })).statusCode).toBe(200);
  expect((await browser.post(change, newPassword)).json()).toMatchObject(wantsCode);
  expect((await browser.post(move, { email: 'thief@x.example' })).json()).toMatchObject(wantsCode);
  const mails = await on.db.read.selectFrom('mail').select('to').execute();
  expect(mails.map(({ to }) => to)).not.toContain('thief@x.example');
  await browser.post('/members/api/reauthenticate/second_factor', { otp_code: shows(20) });
  expect((await browser.post(move, { email: 'ruth@theatre.example' })).statusCode).toBe(200);
  expect((await browser.post(change, newPassword)).statusCode).toBe(200);
  const { password_hash } = await on.db.read
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(await createQuickHashing().fits(password_hash, fresh)).toBe(true);
});

onEachSite('a recovery code works once for re-authentication, and its owner is emailed', async (on) => {
  const { user, recovery } = await protectedMember(on);
  const browser = await on.as(user);
  const [first = ''] = recovery;
  const again = () => browser.post('/members/api/reauthenticate/second_factor', { otp_code: first });
  expect((await again()).statusCode).toBe(200);
  expect((await again()).statusCode).toBe(400);
  expect((await browser.send('POST', `${settings}/two_factor/off`)).statusCode).toBe(200);
  const mails = await on.db.read.selectFrom('mail').select('subject').execute();
  expect(mails.map(({ subject }) => subject)).toContain('A recovery code was used');
});

onSite('five wrong codes in a signed-in session end the session', async (on) => {
  const { user, shows } = await protectedMember(on);
  const browser = await on.as(user);
  const again = (otp_code: string) => browser.post('/members/api/reauthenticate/second_factor', { otp_code });
  for (let wrong = 0; wrong < 4; wrong++) expect((await again('000000')).statusCode).toBe(400);
  expect((await again('000000')).statusCode).toBe(401);
  inSteps(on, 1);
  expect((await again(shows(1))).statusCode).toBe(401);
  expect((await browser.get('/members/account_settings')).statusCode).toBe(401);
});

onSite('a session that just signed in with a code isn’t asked for another code', async (on) => {
  const { shows } = await protectedMember(on);
  inSteps(on, 1);
  const cookie = getCookie(await give(on, await submitPassword(on), shows(1)));
  expect((await on.send('POST', `${settings}/two_factor/off`, { cookie })).statusCode).toBe(200);
});

onSite('new recovery codes replace the old ones', async (on) => {
  const { browser: ruth, recovery } = await protectedMember(on);
  const made = (await ruth.send('POST', `${settings}/recovery_codes`)).json().recovery_codes as string[];
  expect(made).toHaveLength(10);
  expect((await give(on, await submitPassword(on), recovery[0] ?? '')).statusCode).toBe(400);
  expect((await give(on, await submitPassword(on), made[0] ?? '')).statusCode).toBe(200);
});

onSite('recovery codes can’t be created without a second factor', async (on) => {
  const ruth = await on.as(await member(on));
  expect((await ruth.send('POST', `${settings}/recovery_codes`)).statusCode).toBe(409);
});
