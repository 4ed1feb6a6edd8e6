import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { runBeforeWrite } from '#tests/support/site/before-write.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { inCrew } from '#tests/support/society/factories.ts';

const password = 'a lamp in the window';
const other = 'three odd lanterns hang';
const hashed = createQuickHashing().hash(password);
const settings = '/members/api/account_settings';

type Asking = Awaited<ReturnType<SiteTestContext['as']>>;

/** Creates a member with two sessions: one at home and one that a thief uses. */
async function member(on: SiteTestContext) {
  const user = await on.a.user({ email: 'ruth@players.example', password_hash: await hashed });
  const [home, stolen] = [await on.as(user), await on.as(user)];
  return { user, home, stolen };
}

/** Returns the current code of an authenticator app, computed from the secret on the settings page. */
async function firstCode(browser: Asking): Promise<string> {
  const { two_factor } = (await browser.page('/members/account_settings')).content;
  const secret = (two_factor as { secret: string }).secret.replaceAll(' ', '');
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse('2026-11-21T12:00:00Z') });
}

/**
 * Creates a member like `member`, with two-factor codes turned on. The stolen session has seen the secret of the codes.
 */
async function memberWithCodes(on: SiteTestContext) {
  const { user, stolen } = await member(on);
  const answer = await stolen.post(`${settings}/two_factor`, { otp_code: await firstCode(stolen) });
  expect(answer.statusCode).toBe(200);
  return { user, home: await on.as(user), stolen };
}

const waysIn = async ({ db }: SiteTestContext) => ({
  users: await db.read
    .selectFrom('user')
    .select(['id', 'email', 'password_hash', 'role', 'status'])
    .orderBy('id')
    .execute(),
  items: await db.read.selectFrom('user_item').selectAll().execute(),
  settings: await db.read.selectFrom('setting').select(['name', 'value']).orderBy('name').execute(),
  persons: await db.read.selectFrom('user_person').selectAll().execute(),
  links: await db.read.selectFrom('single_use_link').selectAll().execute(),
  codes: await db.read.selectFrom('totp').select(['user_id', 'secret', 'enabled_at']).execute(),
  recovery: await db.read.selectFrom('recovery_code').select('mark').orderBy('mark').execute(),
});

/**
 * The ways in which a thief in the stolen session could keep access. The session ends just before the `nth` write of
 * the request.
 */
const stays: [what: string, who: typeof member, nth: number, send: (thief: Asking) => ReturnType<Asking['post']>][] = [
  [
    'another email address',
    member,
    2,
    (thief) => thief.post(`${settings}/change_email`, { email: 'thief@mail.example' }),
  ],
  [
    'another password',
    member,
    2,
    (thief) =>
      thief.post(`${settings}/change_password`, {
        ...{ old_password: password, new_password: other, confirm_new_password: other },
      }),
  ],
  [
    'codes from an app',
    member,
    2,
    async (thief) => thief.post(`${settings}/two_factor`, { otp_code: await firstCode(thief) }),
  ],
  ['recovery codes', memberWithCodes, 1, (thief) => thief.post(`${settings}/recovery_codes`, {})],
  ['the removal of all codes', memberWithCodes, 1, (thief) => thief.post(`${settings}/two_factor/off`, {})],
];

for (const [what, who, nth, send] of stays) {
  onEachSite(`a request for ${what} whose session ends meanwhile is refused and changes nothing`, async (on) => {
    const { home, stolen } = await who(on);
    const before = await waysIn(on);
    runBeforeWrite(on.db, nth, async () => {
      expect((await home.post(`${settings}/sessions/end_others`, {})).statusCode).toBe(200);
    });
    const answer = await send(stolen);
    expect([answer.statusCode, answer.json().needs]).toEqual([401, 'sign_in']);
    expect(await waysIn(on)).toEqual(before);
  });
}

onEachSite('a change isn’t made if the admin who makes it is disabled while it is being saved', async (on) => {
  const [boss, shut] = [await on.as(await on.a.user({ role: 'admin' })), await on.a.user({ role: 'admin' })];
  const helper = await on.a.user();
  const waiting = await on.a.user({ status: 'awaiting' });
  await on.a.show({ credits: [inCrew('Nan Ford', 'Director')] });
  const nan = await on.db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const tried = [
    [`/members/api/admin/users/${helper.id}/access`, { version: 1, role: 'admin' }],
    [`/members/api/admin/users/${helper.id}/email`, { email: 'shut@mail.example' }],
    [`/members/api/admin/users/${helper.id}/reset_password`, {}],
    [`/members/api/people/${nan.id}/link`, { email: helper.email }],
    ['/members/api/admin/admin_settings/site_settings', { registration: 'open' }],
    [`/members/api/admin/registrations/${waiting.id}/approve`, {}],
  ] as const;
  for (const [address, body] of tried) {
    const browser = await on.as(shut);
    const others = async () => {
      const { users, ...rest } = await waysIn(on);
      return { users: users.filter(({ id }) => id !== shut.id), ...rest };
    };
    const before = await others();
    runBeforeWrite(on.db, 1, async () => {
      expect((await boss.post(`/members/api/admin/users/${shut.id}/deactivate`, {})).statusCode).toBe(200);
    });
    const answer = await browser.post(address, body);
    expect({ address, needs: answer.json().needs }).toEqual({ address, needs: 'sign_in' });
    expect(await others()).toEqual(before);
    expect((await boss.post(`/members/api/admin/users/${shut.id}/activate`, {})).statusCode).toBe(200);
  }
});

onSite('a form isn’t saved if another member has since signed in on the same browser', async (on) => {
  const [ruth, ben] = [await on.a.user(), await on.a.user()];
  const browser = await on.as(ben);
  const save = (visitor: string) =>
    browser.post(`${settings}/update_contact_details`, { phone_number: '01632 960777' }, { 'x-visitor': visitor });
  const refused = await save(ruth.id);
  expect([refused.statusCode, refused.json().needs]).toEqual([401, 'sign_in']);
  const phones = () => on.db.read.selectFrom('user').select('phone_number').where('phone_number', '<>', '').execute();
  expect(await phones()).toEqual([]);
  expect((await save(ben.id)).statusCode).toBe(200);
  expect(await phones()).toHaveLength(1);
  // A client that doesn't use our pages sends no visitor id, so only the session counts
  expect((await save('')).statusCode).toBe(200);
  // A device can always be signed out, even if another member used it last
  expect((await browser.post('/members/api/logout', {}, { 'x-visitor': ruth.id })).statusCode).toBe(200);
});
