import { expect, test } from 'vitest';
import { isPublicDemo } from '#features/society/settings/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { openTestProvider, startTestSquare } from '#tests/support/society/square.ts';
import { leaveDemo } from './demo/leave-demo.ts';
import {
  discardingMailTransport,
  getMsUntilNightlyReset,
  markPublicDemo,
  refusingNetwork,
} from './demo/public-demo.ts';
import { resetPublicDemo, seedDemo } from './demo/seed.ts';
import { demoPassword, demoSignInAccountIds } from './demo/society/accounts.ts';
import type { PracticeSquare } from './practice/square/index.ts';
import { createCardToken } from './practice/square/test-cards.ts';

const evening = new Date('2026-11-21T22:00:00Z');
const night = new Date('2026-11-22T04:00:00Z');
const shown = { isDemo: true, isPublicDemo: true, mail: discardingMailTransport };

onEachEngine('a reset restores a public demo, and visitors never find it empty meanwhile', async ({ db }) => {
  expect(await seedDemo(db, evening, { isPublic: true })).toBe(true);
  const shows = () => db.read.selectFrom('show').select(['id', 'title']).orderBy('id').execute();
  const before = await shows();
  const revision = await db.revision();
  await write(db, async (tx) => {
    await tx.updateTable('show').set({ title: 'Rude words' }).execute();
    await tx.updateTable('user').set({ firstname: 'Rude' }).execute();
  });
  const seen: number[] = [];
  const reset = resetPublicDemo(db, night);
  for (let looks = 0; looks < 5; looks += 1) seen.push((await shows()).length);
  expect(await reset).toBe(true);
  expect(seen.filter((number) => number !== before.length)).toEqual([]);
  expect((await shows()).map(({ title }) => title).sort()).toEqual(before.map(({ title }) => title).sort());
  expect(await db.read.selectFrom('user').select('id').where('firstname', '=', 'Rude').execute()).toEqual([]);
  expect(await db.revision()).toBeGreaterThan(revision);
  expect(await resetPublicDemo(db, night)).toBe(true);
});

onEachEngine('neither an empty society nor a former demo in real use is ever reset', async ({ db }) => {
  expect(await resetPublicDemo(db, night)).toBe(false);
  await write(db, markPublicDemo);
  expect(await resetPublicDemo(db, night)).toBe(false);
  await leaveDemo(db, { empty: false, now: evening.toISOString() });
  expect(await isPublicDemo(db.read)).toBe(false);
  expect(await resetPublicDemo(db, night)).toBe(false);
});

onEachSite(
  'a public demo refuses uploads, account changes and other harmful calls, and shows its password',
  async ({ db, as, app, get, page }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'), { isPublic: true });
    const admin = await as({ id: demoSignInAccountIds[0] ?? '' });
    const form = new FormData();
    form.append('file', new Blob(['title,date']), 'a.csv');
    const noFiles = { code: 403, msg: 'This is a demo that everybody can see, so no files can be uploaded.' };
    expect((await admin.upload('/members/api/manage_shows_import', form)).body).toEqual(noFiles);
    const off = { code: 403, msg: 'Everybody shares the accounts of this demo, so this is switched off here.' };
    const change = { old_password: 'curtain-up-2026', new_password: 'x', confirm_new_password: 'x' };
    expect((await admin.post('/members/api/account_settings/change_password', change)).json()).toEqual(off);
    expect((await admin.post('/members/api/account_settings/erase', {})).json()).toEqual(off);
    // All calls that handle files or always require re-authentication, even future ones, except the call that only asks
    // for the password
    const calls = app.routes.filter(({ kind }) => kind === 'call');
    const harmful = calls.filter(
      ({ files, requiresReauthentication, path }) =>
        (files || requiresReauthentication === true) && !path.endsWith('if_long_ago'),
    );
    expect(harmful.length).toBeGreaterThan(20);
    for (const { method, path } of harmful) {
      const answer = await admin.send(method as 'POST', path.replace(/:\w+/g, 'aaaaaaaaaaaaaaaa'));
      expect([403, 404]).toContain(answer.statusCode);
    }
    // An invitation's link would let visitors create their own accounts, so no link is returned
    const bea = { firstname: 'Bea', lastname: 'Till', email: 'bea@till.example', role: 'member' };
    const invited = (await admin.post('/members/api/admin/invite', bea)).json();
    expect(invited).toMatchObject({ code: 200, msg: expect.stringContaining('it doesn’t send any emails'), links: [] });
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
  'a public demo hides network addresses, lets nobody sign others out, and has no registration',
  async ({ app, db, as, get, post }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'), { isPublic: true });
    const from = { 'x-forwarded-for': '81.2.69.160' };
    const signedIn = await post('/members', { email: 'admin@demo.example', password: demoPassword }, from);
    expect(signedIn.json()).toMatchObject({ code: 200 });
    expect((await post('/members', { email: 'admin@demo.example', password: 'wrong' }, from)).statusCode).toBe(401);
    const admin = await as({ id: demoSignInAccountIds[0] ?? '' });
    expect((await admin.post('/members/api/errors/aaaaaaaaaaaaaaaa/dismiss', {}, from)).statusCode).toBe(404);
    const sessions = await db.read
      .selectFrom('session')
      .select('address')
      .where('address', '=', '81.2.69.160')
      .execute();
    expect(sessions).toEqual([]);
    const off = { code: 403, msg: 'Everybody shares the accounts of this demo, so this is switched off here.' };
    for (const path of [
      '/members/api/account_settings/sessions/end_others',
      `/members/api/admin/users/${demoSignInAccountIds[1]}/end_sessions`,
    ]) {
      expect((await admin.post(path, {})).json()).toEqual(off);
    }
    const register = { firstname: 'Real', lastname: 'Name', email: 'real@x.example', password: 'x' };
    expect((await post('/members/api/register', register)).json()).toMatchObject({
      code: 403,
      msg: expect.stringContaining('nobody can register here'),
    });
    expect((await get('/members')).statusCode).toBe(200);
    for (let n = 0; n < 21; n += 1) await post('/api/contact', {}, from);
    expect((await post('/hooks/square', {}, from)).statusCode).toBe(401);
    // Refusals are counted in memory. They are written regularly, and when the site stops, as here
    await app.close();
    const noted = await db.read.selectFrom('audit').select(['action', 'address']).distinct().execute();
    expect(noted.map(({ action }) => action)).toEqual(expect.arrayContaining(['request.limited', 'access.refused']));
    expect(noted.filter(({ address }) => address !== '' && !address.startsWith('192.0.2.'))).toEqual([]);
  },
  ['sqlite'],
  async (clock) => openTestProvider(await startTestSquare({ clock })),
  shown,
);

/** Calls on accounts and sign-in that strangers may make: they change no password, session or permission of others. */
const open = [
  // A visitor's own sign-in and sign-out
  'POST /members',
  'POST /members/api/logout',
  'POST /members/api/passkey',
  'POST /members/api/passkey/options',
  'POST /members/api/second_factor',
  'POST /members/api/second_factor/cancel',
  'POST /members/api/second_factor/passkey_options',
  'POST /members/api/reauthenticate',
  'POST /members/api/reauthenticate/if_long_ago',
  'POST /members/api/reauthenticate/passkey',
  'POST /members/api/reauthenticate/passkey_options',
  'POST /members/api/reauthenticate/second_factor',
  // These calls achieve nothing: the demo lets nobody reset a password, and it has no registrations to confirm
  'POST /members/api/forgotten',
  'POST /members/api/register/again',
  'POST /members/api/confirm',
  // These calls are for invitations and registrations, and the people concerned can't register in the demo
  'POST /members/api/admin/invite',
  'POST /members/api/admin/invitations',
  'POST /members/api/admin/invitations/read',
  'POST /members/api/admin/invitations/:id/restore',
  'POST /members/api/admin/invitations/:id/withdraw',
  'POST /members/api/admin/registrations/:id/approve',
  'POST /members/api/admin/registrations/:id/decline',
  'POST /members/api/admin/registrations/:id/reconsider',
  'POST /members/api/admin/registrations/approve',
  'POST /members/api/admin/registrations/decline',
  'POST /members/api/admin/registrations/reconsider',
  // This call only activates an account
  'POST /members/api/admin/users/:id/activate',
  // Visitors of the demo may also change an account's texts and payments, like everything else it shows
  'POST /members/api/account_settings/update_profile',
  'POST /members/api/account_settings/update_contact_details',
  'POST /members/api/account_settings/emergency_contact',
  'POST /members/api/account_settings/subscription_contact/:sub_id',
  'POST /members/api/account_settings/told_of_posts',
  'POST /members/api/account_settings/credit_style',
  'POST /members/api/account_settings/start_subscription',
  'POST /members/api/account_settings/subscription_card',
  'POST /members/api/account_settings/pay_subscription/:sub_id',
  'GET /members/api/account_settings/cancel_subscription/:sub_id',
  'POST /members/api/account_settings/cancel_subscription/:sub_id',
  'POST /members/api/account_settings/cancel_subscription/:sub_id/undo',
  'POST /members/api/account_settings/gift_aid',
  'POST /members/api/account_settings/gift_aid/withdraw',
  // These calls are refused for people who have a linked account
  'POST /members/api/people/known',
  'POST /members/api/people/:id/credit_style',
  'POST /members/api/people/:id/two',
  'POST /members/api/people/:id/maybe_one',
];

const onAccounts =
  /^\/members(\/api\/(people|account_settings|admin\/(users|registrations|invit)|confirm|forgotten|logout|passkey|reauthenticate|register|reset|second_factor).*)?$/;

onEachSite(
  'no call of a public demo signs another visitor out or changes an account’s sign-in',
  async ({ db, as, app }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'), { isPublic: true });
    const user = demoSignInAccountIds[0] ?? '';
    const other = await as({ id: user });
    const { id: session } = await db.read.selectFrom('session').select('id').executeTakeFirstOrThrow();
    const visitor = await as({ id: user });
    const account = () =>
      db.read
        .selectFrom('user')
        .select(['email', 'role', 'status', 'password_hash'])
        .where('id', '=', user)
        .executeTakeFirst();
    /** Reads the people linked to accounts, with their names, and the accounts' secret calendar URLs. */
    const identities = async () => [
      await db.read
        .selectFrom('user_person')
        .innerJoin('person', 'person.id', 'user_person.person_id')
        .leftJoin('person_merge', 'person_merge.person_id', 'person.id')
        .select(['user_person.user_id', 'person.id', 'person.name', 'person_merge.kept_id'])
        .orderBy('person.id')
        .execute(),
      await db.read.selectFrom('calendar_feed').selectAll().execute(),
    ];
    const linked = await db.read
      .selectFrom('user_person')
      .select('person_id')
      .where('user_id', '=', demoSignInAccountIds[2] ?? '')
      .executeTakeFirstOrThrow();
    const person = linked.person_id;
    const unlinked = db.read
      .selectFrom('person')
      .select('id')
      .where('id', 'not in', db.read.selectFrom('user_person').select('person_id'));
    const { id: into } = await unlinked.executeTakeFirstOrThrow();
    // The fields for renaming, merging and linking a person; each call reads only its own
    const body = { name: 'Somebody Else', how: 'misspelt', into, member: demoSignInAccountIds[1] };
    const before = [await account(), ...(await identities())];
    const refused: string[] = [];
    let tried = 0;
    const calls = app.routes.filter(({ kind, changes }) => kind === 'call' && changes);
    for (const { method, path } of calls.filter((call) => !call.path.endsWith('/logout'))) {
      const address = path
        .replace(/sessions\/:id/, `sessions/${session}`)
        .replace(/people\/:id/, `people/${person}`)
        .replace(/:\w+/g, user);
      // The requests come from many addresses, so that no rate limit refuses them first
      tried += 1;
      const from = { 'x-forwarded-for': `81.2.${tried >> 8}.${tried & 255}` };
      const answer =
        method === 'GET'
          ? await visitor.get(address, { 'sec-fetch-mode': 'cors', ...from })
          : /people\/:id/.test(path)
            ? await visitor.post(address, body, from)
            : await visitor.send(method, address, from);
      if (answer.statusCode === 403 && /switched off here|nobody can register here/.test(answer.body))
        refused.push(`${method} ${path}`);
      expect({ path, status: (await other.get('/members/account_settings', from)).statusCode }).toEqual({
        path,
        status: 200,
      });
    }
    expect([await account(), ...(await identities())]).toEqual(before);
    const known = new Set([...open, ...refused]);
    const named = calls.filter(({ path }) => onAccounts.test(path)).map(({ method, path }) => `${method} ${path}`);
    expect(named.filter((call) => !known.has(call))).toEqual([]);
    expect(open.filter((call) => refused.includes(call))).toEqual([]);

    // A visitor can't require a second factor of everybody either
    const settings = await visitor.page('/members/admin/admin_settings');
    const secured = { 'second-factor-required': '1', version: settings.content.version };
    expect((await visitor.post('/members/api/admin/admin_settings/site_settings', secured)).json()).toEqual({
      code: 403,
      msg: 'Everybody shares this demo, so the settings that protect its accounts and data can’t be changed here.',
    });
  },
  ['sqlite'],
  undefined,
  shown,
);

onEachSite(
  'one visitor’s wrong passwords lock nobody else out of a public demo’s accounts',
  async ({ db, as, post }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'), { isPublic: true });
    const email = 'admin@demo.example';
    const from = (n: number) => ({ 'x-forwarded-for': `81.2.69.${n}` });
    for (let n = 1; n <= 12; n += 1) {
      expect((await post('/members', { email, password: 'wrong' }, from(n))).statusCode).toBe(401);
    }
    expect((await post('/members', { email, password: demoPassword }, from(20))).statusCode).toBe(200);

    const [rude, polite] = await Promise.all([
      as({ id: demoSignInAccountIds[0] ?? '' }),
      as({ id: demoSignInAccountIds[0] ?? '' }),
    ]);
    const again = '/members/api/reauthenticate';
    const codes = [];
    for (let n = 1; n <= 12; n += 1) {
      codes.push((await rude.post(again, { password: 'wrong' }, from(30))).statusCode);
    }
    expect(new Set(codes)).toEqual(new Set([400, 429]));
    expect((await polite.post(again, { password: demoPassword }, from(31))).statusCode).toBe(200);
  },
  ['sqlite'],
  undefined,
  shown,
);

let practice: PracticeSquare;
onEachSite(
  'a public demo accepts a visitor’s cards after another visitor’s declined cards have reached the limit',
  async ({ db, as }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'), { isPublic: true });
    const [rude, polite] = await Promise.all([
      as({ id: demoSignInAccountIds[0] ?? '' }),
      as({ id: demoSignInAccountIds[0] ?? '' }),
    ]);
    const { provider_id: id } = await db.read
      .selectFrom('payment_customer')
      .select('provider_id')
      .where('user_id', '=', demoSignInAccountIds[0] ?? '')
      .executeTakeFirstOrThrow();
    practice.journal.put('customer', id, { id, created_at: '2026-11-21T12:00:00Z' });
    const card = '/members/api/account_settings/subscription_card';
    const give = async (who: typeof rude, card_nonce: string, n: number) =>
      (await who.post(card, { card_nonce }, { 'x-forwarded-for': `81.2.69.${n}` })).json();
    const codes = [];
    for (let tried = 0; tried < 11; tried += 1) codes.push((await give(rude, 'cnon:card-nonce-rejected-cvv', 30)).code);
    expect(codes).toEqual([...Array(10).fill(400), 429]);
    // Accepted cards don't count towards the limit of declined cards
    for (let tried = 0; tried < 12; tried += 1) {
      const typed = { number: '4111 1111 1111 1111', expMonth: 12, expYear: 2039, cvv: '111', postcode: 'AB1 2CD' };
      practice.journal.put('token', `cnon:card-${tried}`, createCardToken(typed));
      expect(await give(polite, `cnon:card-${tried}`, 31)).toMatchObject({ code: 200 });
    }
  },
  ['sqlite'],
  async (clock) => {
    practice = await startTestSquare({ clock });
    return openTestProvider(practice);
  },
  shown,
);

onEachSite('the sign-in page and the site data of a real site mention no demo', async ({ get }) => {
  const { body, headers } = await get('/members');
  expect(body).not.toContain('This is a demo');
  expect(headers['x-robots-tag']).toBeUndefined();
  expect((await get('/sitedata')).json()).not.toHaveProperty('public_demo');
});

test('a public demo sends no email and contacts no other site', async () => {
  expect(await discardingMailTransport.send({} as never)).toContain('nothing was sent');
  await expect(refusingNetwork.lookUp()).rejects.toThrow('fetches nothing from other sites');
});

test('the nightly reset is at the next four o’clock UTC', () => {
  expect(getMsUntilNightlyReset(evening)).toBe(6 * 3_600_000);
  expect(getMsUntilNightlyReset(night)).toBe(24 * 3_600_000);
});
