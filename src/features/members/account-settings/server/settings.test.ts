import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

const password = 'a lamp, a rope and a bucket';
const other = 'seven green umbrellas left';
const hashed = createQuickHashing().hash(password);
const email = 'ruth@members.example';
const settings = '/members/api/account_settings';

const member = async (on: SiteTestContext) =>
  on.a.user({ email, firstname: 'Ruth', lastname: 'Marsh', password_hash: await hashed });
const change = (old_password: string, new_password: string, confirm_new_password = new_password) => ({
  old_password,
  new_password,
  confirm_new_password,
});
type Browser = Awaited<ReturnType<SiteTestContext['as']>>;
const isSignedIn = async ({ get }: Browser) => (await get('/members/account_settings')).statusCode === 200;
const ownSessions = async ({ page }: Browser) =>
  (await page('/members/account_settings')).content.sessions as { id: string; current: boolean }[];

onEachSite(
  'changing the password ends all other sessions, invalidates reset links and is reported by email',
  async (on) => {
    const user = await member(on);
    const [here, there] = [await on.as(user), await on.as(user)];
    await on.post('/members/api/forgotten', { email });
    const [mail] = await listSentMails(on.db.read);
    const token = /reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

    expect((await here.post(`${settings}/change_password`, change(password, other))).json()).toMatchObject({
      code: 200,
    });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    const late = {
      token,
      new_password: 'a thief’s own three words',
      confirm_new_password: 'a thief’s own three words',
    };
    expect((await on.post('/members/api/reset', late)).statusCode).toBe(409);
    expect((await on.post('/members', { email, password })).statusCode).toBe(401);
    expect((await on.post('/members', { email, password: other })).statusCode).toBe(200);
    const told = await on.db.read
      .selectFrom('mail')
      .select(['to', 'subject'])
      .where('subject', 'like', '%changed')
      .execute();
    expect(told).toMatchObject([{ to: email }]);
  },
);

onSite(
  'a change of password with an invalid field is refused with an error there, and blanks around a password count',
  async (on) => {
    const user = await member(on);
    const [here, there] = [await on.as(user), await on.as(user)];
    const refused: [string, object, string][] = [
      ['the current one is wrong', change('not the one', other), 'old_password'],
      ['they differ', change(password, other, `${other}!`), 'confirm_new_password'],
      ['seven characters', change(password, '7 chars'), 'new_password'],
      ['129 characters', change(password, 'ab1'.repeat(43)), 'new_password'],
      ['a common one', change(password, 'password1'), 'new_password'],
      ['one’s own name', change(password, 'RuthMarsh1974'), 'new_password'],
      ['the society’s name', change(password, 'lanternside1'), 'new_password'],
      ['nothing', {}, 'old_password'],
      ['no text', change(password, ['a list'] as unknown as string), 'new_password'],
    ];
    await on.a.settings({ siteName: 'Lanternside' });
    for (const [what, body, field] of refused) {
      const answer = await here.post(`${settings}/change_password`, body);
      expect({ what, code: answer.json().code }).toEqual({ what, code: 400 });
      expect(Object.keys(answer.json().fields)).toContain(field);
    }
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, true]);
    // A password may contain any characters, including blanks at both ends
    const odd = `  ${'🎭'.repeat(60)} ÄßΩ\t“x”  `;
    expect((await here.post(`${settings}/change_password`, change(password, odd))).statusCode).toBe(200);
    expect((await on.post('/members', { email, password: odd.trim() })).statusCode).toBe(401);
    expect((await on.post('/members', { email, password: odd })).statusCode).toBe(200);
  },
);

onEachSite('of two simultaneous changes of a password, one succeeds and the other is refused', async (on) => {
  const user = await member(on);
  const [one, two] = [await on.as(user), await on.as(user)];
  const answers = await Promise.all([
    one.post(`${settings}/change_password`, change(password, other)),
    two.post(`${settings}/change_password`, change(password, 'nine blue umbrellas right')),
  ]);
  const [first, second] = answers.map(({ statusCode }) => statusCode).sort();
  expect(first).toBe(200);
  // The reason for the refusal depends on the order: the second change is too late, has the wrong old password, or
  // comes from a session that the first change has ended
  expect([400, 401, 409]).toContain(second);
  const given = await Promise.all(
    [other, 'nine blue umbrellas right'].map(
      async (word) => (await on.post('/members', { email, password: word })).statusCode,
    ),
  );
  expect(given.sort()).toEqual([200, 401]);
});

onSite('a member can end one of their sessions or all others, but nobody else’s', async (on) => {
  const user = await member(on);
  const [here, there, elsewhere] = [await on.as(user), await on.as(user), await on.as(user)];
  const sam = await on.as(await on.a.user());
  const mine = await ownSessions(here);
  expect(mine).toHaveLength(3);
  const [sams] = await ownSessions(sam);
  const end = (who: Browser, id = '') => who.post(`${settings}/sessions/${id}/end`, {});
  expect((await end(here, sams?.id)).statusCode).toBe(404);
  expect((await end(sam, mine[0]?.id)).statusCode).toBe(404);
  expect([await isSignedIn(sam), await isSignedIn(here), await isSignedIn(there), await isSignedIn(elsewhere)]).toEqual(
    [true, true, true, true],
  );
  // The current session can only be ended by signing out
  expect((await end(here, mine.find(({ current }) => current)?.id)).statusCode).toBe(409);

  const [theirs] = (await ownSessions(there)).filter(({ current }) => current);
  expect((await end(here, theirs?.id)).statusCode).toBe(200);
  expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(elsewhere)]).toEqual([true, false, true]);
  expect((await here.post(`${settings}/sessions/end_others`, {})).statusCode).toBe(200);
  expect([await isSignedIn(here), await isSignedIn(elsewhere), await isSignedIn(sam)]).toEqual([true, false, true]);
});

onEachSite('a session cookie set before signing in isn’t used afterwards', async (on) => {
  await member(on);
  // A stranger puts an invented session, or their own session, into somebody's browser
  const stranger = await on.a.user({ email: 'stranger@members.example', password_hash: await hashed });
  const planted = await on.post('/members', { email: stranger.email, password });
  const [theirs = ''] = [planted.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
  for (const cookie of [`session=${'A'.repeat(43)}`, theirs]) {
    const answer = await on.post('/members', { email, password }, { cookie });
    const [fresh = ''] = [answer.headers['set-cookie']].flat().map((one) => String(one).split(';')[0]);
    expect(fresh).toMatch(/^session=[\w-]{43}$/);
    expect(fresh).not.toBe(cookie);
    const whoIs = async (one: string) => (await on.get('/sitedata', { cookie: one })).json().current_user.id;
    expect([await whoIs(fresh), await whoIs(cookie)]).not.toContain(undefined);
    expect(await whoIs(cookie)).not.toBe(await whoIs(fresh));
  }
});

onEachSite(
  'a settings form changes only its own fields, escapes HTML in them, and refuses invalid phone numbers',
  async (on) => {
    const user = await member(on);
    const ruth = await on.as(user);
    const more = {
      role: 'admin',
      status: 'active',
      id: 'x',
      email: 'x@evil.example',
      password_hash: '',
      email_key: 'x',
    };
    const forms: [string, object][] = [
      ['update_profile', { firstname: '<img src=x onerror=alert(1)>', lastname: '<script>alert(1)' }],
      ['update_contact_details', { phone_number: '01632 960118' }],
      ['emergency_contact', { e_con_name: '"><svg onload=alert(1)>', e_con_phone: '+44 1632 960118 x3' }],
    ];
    for (const [form, body] of forms) {
      expect((await ruth.post(`${settings}/${form}`, { ...body, ...more })).json()).toMatchObject({ code: 200 });
    }
    const row = await on.db.read.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: 'member', email, id: user.id, e_con_name: '"><svg onload=alert(1)>' });
    const { body } = await ruth.get('/members/account_settings');
    for (const mischief of ['<img src=x', '<script>alert', '<svg onload']) expect(body).not.toContain(mischief);
    for (const phone of ['javascript:alert(1)', 'tel:1', '1;ext=2', '', 'x'.repeat(50)]) {
      const answer = await ruth.post(`${settings}/update_contact_details`, { phone_number: phone });
      expect({ phone, code: answer.json().code }).toEqual({ phone, code: 400 });
    }
  },
);

onSite('the dates of a member’s devices and passkeys are in the society’s time zone', async (on) => {
  const user = await member(on);
  // In London it is half past midnight on the 11th, because of summer time
  const now = '2026-06-10T23:30:00.000Z';
  on.at(now);
  const ruth = await on.as(user);
  const passkey = { id: 'passkeyofruth001', user_id: user.id, name: 'Phone', credential_id: 'one', public_key: '' };
  await on.db.write((tx) =>
    tx
      .insertInto('passkey')
      .values({ ...passkey, counter: 0, transports: '[]', created_at: now, last_used_at: now })
      .execute(),
  );
  const local = '2026-06-11T00:30:00+01:00';
  expect((await ruth.page('/members/account_settings')).content).toMatchObject({
    sessions: [{ created_at: local, last_used_at: local }],
    two_factor: { passkeys: [{ created_at: local, last_used_at: local }] },
  });
});
