import { expect } from 'vitest';
import { sessionCookie } from '#features/society/accounts/server/index.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { inCast } from '#tests/support/society/factories.ts';

const settings = '/members/api/account_settings';
const users = '/members/api/admin/users/:id';

/** The most harmful calls that a stranger could make on a device that was left signed in. */
const required = [
  `POST ${users}/access`,
  `POST ${users}/deactivate`,
  `POST ${users}/email`,
  `POST ${users}/reset_password`,
  `POST ${users}/remove_second_factor`,
  'GET /members/admin/manage_users.csv',
  'GET /members/membership.csv',
  'GET /members/bookings/orders.csv',
  'GET /members/membership/gift_aid.csv',
  // Calls that pay money out, and the download of somebody’s data
  'POST /members/api/get_sums/entries/:id/refund',
  'POST /members/api/refunds/:id/retry',
  'POST /members/api/bookings/performances/:id/cancel',
  `GET ${settings}/my_data`,
  // An admin who redirects emails would receive every password reset link
  'POST /members/api/admin/mail_settings',
  'POST /members/api/admin/mail_settings/remove',
  'POST /members/api/admin/mail_settings/try',
  // This call sets the address at which the site looks for updates. Admins follow the link in that address's response
  'POST /members/api/admin/updates',
  // The linked person's credits may give the account a director's permissions
  'POST /members/api/people/:id/link',
  // Linking a person to a child determines which directors see the emergency contact
  'POST /members/api/subscriptions/:sub_id/person',
  // This call asks for the password, if it hasn't been given recently, before the browser follows a link to a download
  'POST /members/api/reauthenticate/if_long_ago',
  `POST ${settings}/change_email`,
  `POST ${settings}/erase`,
  `POST ${settings}/two_factor`,
  `POST ${settings}/two_factor/off`,
  `POST ${settings}/recovery_codes`,
  `POST ${settings}/passkeys/options`,
  `POST ${settings}/passkeys`,
  `POST ${settings}/passkeys/:id/remove`,
];

/** Calls that need re-authentication only for some requests, such as those that refund a card. */
const inPart = [
  'POST /members/api/bookings/add_booking_mod',
  'POST /members/api/bookings/delete_booking_mod',
  'POST /members/api/bookings/orders/:id/cancel',
  'POST /members/api/bookings/orders/:id/exchange',
  'POST /members/api/bookings/orders/:id/give_back',
  'POST /members/api/bookings/orders/:id/hand_back',
  'POST /members/api/bookings/orders/:id/settle',
  'POST /members/api/bookings/orders/:id/refund',
  'POST /members/api/admin/invite',
  'POST /members/api/admin/invitations',
  'POST /members/api/admin/invitations/:id/restore',
  'POST /members/api/people/:id/merge',
  'POST /members/api/admin/admin_settings/site_settings',
];

/**
 * Calls about accounts, by admins or the account's owner, that do little harm on a device left signed in, and so need
 * no recent password.
 */
const harmless = [
  `POST ${users}/activate`,
  `POST ${users}/end_sessions`,
  'POST /members/api/admin/registrations/:id/approve',
  'POST /members/api/admin/registrations/:id/decline',
  'POST /members/api/admin/registrations/:id/reconsider',
  'POST /members/api/admin/registrations/approve',
  'POST /members/api/admin/registrations/decline',
  'POST /members/api/admin/registrations/reconsider',
  'POST /members/api/admin/invitations/read',
  'POST /members/api/admin/invitations/:id/withdraw',
  // The current password is one of this call's own fields
  `POST ${settings}/change_password`,
  `POST ${settings}/update_profile`,
  `POST ${settings}/update_contact_details`,
  `POST ${settings}/emergency_contact`,
  `POST ${settings}/subscription_contact/:sub_id`,
  `POST ${settings}/told_of_posts`,
  `POST ${settings}/credit_style`,
  `POST ${settings}/sessions/end_others`,
  `POST ${settings}/sessions/:id/end`,
  `POST ${settings}/calendar`,
  `POST ${settings}/calendar/off`,
  // These calls change the stored card, or pay the user's own subscription with it; a cancellation can be undone
  `POST ${settings}/start_subscription`,
  `POST ${settings}/subscription_card`,
  `POST ${settings}/pay_subscription/:sub_id`,
  `GET ${settings}/cancel_subscription/:sub_id`,
  `POST ${settings}/cancel_subscription/:sub_id`,
  `POST ${settings}/cancel_subscription/:sub_id/undo`,
  // A declaration can be withdrawn and made again
  `POST ${settings}/gift_aid`,
  `POST ${settings}/gift_aid/withdraw`,
];

const onAccounts = /^\/members\/api\/(account_settings|admin\/(users|registrations|invit))/;
const password = 'a lamp in the window';
const hashed = createQuickHashing().hash(password);

onEachSite(
  'every call that changes an account requires recent authentication, at least for some requests, or is listed as harmless',
  async ({ app }) => {
    const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    const declared = (how: true | 'in part') =>
      app.routes.filter((route) => route.requiresReauthentication === how).map(named);
    expect(declared(true).sort()).toEqual(required.toSorted());
    expect(declared('in part').sort()).toEqual(inPart.toSorted());
    const changing = app.routes.filter(({ path, changes }) => changes && onAccounts.test(path)).map(named);
    const known = new Set([...required, ...inPart, ...harmless]);
    expect(changing.filter((route) => !known.has(route))).toEqual([]);
  },
);

onEachSite('ten minutes after the password is entered, a sensitive call asks for it again', async (on) => {
  const { app, a, at, as } = on;
  const admin = await a.user({ role: 'admin', password_hash: await hashed });
  const someone = (await a.user()).id;
  await a.show({ credits: [inCast('Nan Ford', 'Ghost')] });
  const { id: nan } = await on.db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const takings = await a.takings();
  const browser = await as(admin);
  const tried = async () => {
    const answers: Record<string, unknown> = {};
    for (const { method, path } of app.routes.filter((route) => route.requiresReauthentication === true)) {
      const ids = { people: nan, entries: takings };
      const id = Object.entries(ids).find(([part]) => path.includes(`/${part}/`))?.[1] ?? someone;
      const address = path.replace(':id', id);
      const answer = method === 'GET' ? await browser.get(address) : await browser.send('POST', address);
      answers[`${method} ${path}`] = method === 'GET' ? answer.statusCode : answer.json();
    }
    return answers;
  };
  at('2026-11-21T12:10:00.000Z');
  for (const [route, answer] of Object.entries(await tried())) {
    const said = route.startsWith('GET')
      ? 403
      : { code: 403, needs: 'password', msg: expect.stringContaining('confirm your password') };
    expect({ route, answer }).toEqual({ route, answer: said });
  }
  // Other calls don't ask for the password
  expect((await browser.get('/members/admin/manage_users')).statusCode).toBe(200);

  const wrong = await browser.post('/members/api/reauthenticate', { password: 'guess' });
  expect(wrong.json()).toMatchObject({ code: 400, fields: { password: 'That isn’t your password.' } });
  expect((await browser.post('/members/api/reauthenticate', { password })).json()).toMatchObject({ code: 200 });
  expect((await browser.get('/members/admin/manage_users.csv')).statusCode).toBe(200);
  expect((await browser.send('POST', `/members/api/admin/users/${someone}/reset_password`)).statusCode).toBe(200);
});

onEachSite('entering the password again gives the session a new token, and the old one is refused', async (on) => {
  const admin = await on.a.user({ role: 'admin', password_hash: await hashed });
  const browser = await on.as(admin);
  const [session] = await on.db.read.selectFrom('session').select('id').execute();
  const enterPassword = async () => {
    const { cookies } = await browser.post('/members/api/reauthenticate', { password });
    return cookies.find(({ name }) => name === sessionCookie)?.value;
  };
  const statusWith = async (token: string | undefined) =>
    (await on.get('/members/admin', { cookie: `${sessionCookie}=${token}` })).statusCode;
  const before = await enterPassword();
  expect(await statusWith(before)).toBe(200);
  const after = await enterPassword();
  expect(await statusWith(after)).toBe(200);
  expect(await statusWith(before)).toBe(401);
  expect(await on.db.read.selectFrom('session').select('id').execute()).toEqual([session]);
});

onEachSite('after ten wrong passwords on an unlocked device, even the right one is refused for a while', async (on) => {
  const browser = await on.as(await on.a.user({ password_hash: await hashed }));
  const guess = async (typed: string) =>
    (await browser.post('/members/api/reauthenticate', { password: typed })).statusCode;
  for (let n = 0; n < 10; n++) expect(await guess(`guess ${n}`)).toBe(400);
  expect(await guess(password)).toBe(429);
  on.at('2026-11-21T12:02:00.000Z');
  expect(await guess(password)).toBe(200);
});

onEachSite(
  'without JavaScript, the download of the users asks for the password, and starts once it is entered',
  async (on) => {
    const browser = await on.as(await on.a.user({ role: 'admin', password_hash: await hashed }));
    on.at('2026-11-21T12:30:00.000Z');
    const byBrowser = { accept: 'text/html,*/*;q=0.8' };
    const csv = '/members/admin/manage_users.csv';
    const response = await browser.get(csv, byBrowser);
    expect([response.statusCode, response.body]).toEqual([403, expect.stringContaining('Confirm your password')]);
    const form = (typed: Record<string, string>) =>
      browser.post('/members/api/reauthenticate', new URLSearchParams({ next: csv, ...typed }).toString(), {
        ...byBrowser,
        'content-type': 'application/x-www-form-urlencoded',
      });
    expect((await form({ password: 'guess' })).body).toContain('That isn’t your password.');
    const right = await form({ password });
    expect([right.statusCode, right.headers.location]).toEqual([303, csv]);
    expect((await browser.get(csv, byBrowser)).headers['content-type']).toContain('text/csv');
  },
);

onEachSite('without JavaScript, a user’s own data is shown only once the password has been entered', async (on) => {
  const browser = await on.as(await on.a.user({ password_hash: await hashed }));
  on.at('2026-11-21T12:30:00.000Z');
  const response = await browser.get(`${settings}/my_data`, {
    accept: 'text/html,*/*;q=0.8',
    referer: 'http://players.example/members/account_settings',
  });
  expect([response.statusCode, response.body]).toEqual([403, expect.stringContaining('Confirm your password')]);
  expect(response.body).toContain('name="next" value="/members/account_settings"');
  expect(response.body).not.toContain('held_by');
  expect((await browser.post('/members/api/reauthenticate', { password })).statusCode).toBe(200);
  expect((await browser.get(`${settings}/my_data`)).json()).toMatchObject({ account: { firstname: 'Ann' } });
});

onEachSite('merging two people needs no password, unless one of them is linked to an account', async (on) => {
  const { a, db } = on;
  await a.show({ credits: ['Lyn Marsh', 'Lynn Marsh', 'Dee Lark', 'D. Lark'].map((name) => inCast(name, 'Ghost')) });
  await a.personOf(await a.user(), 'Dee Lark');
  const idOf = async (name: string) =>
    (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const browser = await on.as(await a.user({ role: 'admin', password_hash: await hashed }));
  on.at('2026-11-21T12:10:00.000Z');
  const merge = async (name: string, into: string) =>
    (await browser.post(`/members/api/people/${await idOf(name)}/merge`, { into: await idOf(into) })).json();
  expect(await merge('Lyn Marsh', 'Lynn Marsh')).toMatchObject({ code: 200 });
  expect(await merge('Lynn Marsh', 'Dee Lark')).toMatchObject({ code: 403, needs: 'password' });
  expect(await merge('Dee Lark', 'Lynn Marsh')).toMatchObject({ code: 403, needs: 'password' });
  await browser.post('/members/api/reauthenticate', { password });
  expect(await merge('D. Lark', 'Dee Lark')).toMatchObject({ code: 200 });
  // “D. Lark” now belongs to a member, so merging another name into it would give the member more credits
  on.at('2026-11-21T12:30:00.000Z');
  expect(await merge('Lynn Marsh', 'D. Lark')).toMatchObject({ code: 403, needs: 'password' });
  await browser.post('/members/api/reauthenticate', { password });
  expect(await merge('Lynn Marsh', 'D. Lark')).toMatchObject({ code: 200 });
});

onEachSite('a new admin is signed out; an admin whose own role changes gets a new session token', async (on) => {
  const [admin, other] = [await on.a.user({ role: 'admin' }), await on.a.user()];
  await on.a.user({ role: 'admin' });
  const [browser, theirs] = [await on.as(admin), await on.as(other)];
  const give = async (id: string, role: string) => {
    const { content } = await browser.page(`/members/admin/manage_users/${id}`);
    return (await browser.post(`/members/api/admin/users/${id}/access`, { version: content.version, role, sure: '1' }))
      .statusCode;
  };
  expect(await give(other.id, 'member')).toBe(200);
  expect((await theirs.get('/members/dashboard')).statusCode).toBe(200);
  expect(await give(other.id, 'admin')).toBe(200);
  expect((await theirs.get('/members/dashboard')).statusCode).toBe(401);
  const tokens = () => on.db.read.selectFrom('session').select('token_hash').execute();
  const [before] = await tokens();
  expect(await give(admin.id, 'member')).toBe(200);
  expect((await tokens())[0]?.token_hash).not.toBe(before?.token_hash);
  expect((await browser.get('/members/dashboard')).statusCode).toBe(200);
});
