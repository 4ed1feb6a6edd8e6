import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CorrectionsContent } from '#features/publishing/corrections/contract.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

const users = '/members/api/admin/users/:id';
const people = '/members/api/people/:id';

const typedMailServer = { host: 'mail.example', port: 587, encryption: 'tls', sender: 'us@players.example' };

/**
 * Valid bodies for each call that needs the role admin, so that only the access rule can be the reason for a refusal.
 */
const bodies: Record<string, Record<string, unknown>> = {
  [`${users}/access`]: { version: 1, role: 'member' },
  [`${users}/email`]: { email: 'other@members.example' },
  [`${users}/deactivate`]: {},
  [`${users}/activate`]: {},
  [`${users}/end_sessions`]: {},
  [`${users}/reset_password`]: {},
  [`${users}/remove_second_factor`]: { reason: 'Lost telephone' },
  [`${people}/link`]: { email: 'helper@members.example' },
  [`${people}/unlink`]: {},
  '/members/api/admin/mail_settings': typedMailServer,
  '/members/api/admin/mail_settings/try': typedMailServer,
  '/members/api/admin/mail_settings/remove': {},
  '/members/api/admin/updates': { feed: '' },
  '/members/api/subscriptions/:sub_id/person': { person: '' },
};

/** Creates a user who has Admin Tools but isn't an admin. */
async function createHelper({ a, as }: SiteTestContext) {
  const user = await a.user({ firstname: 'Hal', role: 'author', email: 'helper@members.example' });
  await a.allow(user, { admin: true });
  return { user, ...(await as(user)) };
}

const accounts = ({ db }: SiteTestContext) => db.read.selectFrom('user').selectAll().orderBy('id').execute();
const adminsOnlyResponse = { code: 403, msg: expect.stringContaining('Only somebody with the role Admin') };
const findPersonId = async ({ db }: SiteTestContext, name: string) =>
  (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

onSite('the decision record lists every route that needs the admin role or Admin Tools', async ({ app }) => {
  const record = readFileSync(
    join(import.meta.dirname, '../docs/decisions/0101-admin-tools-and-the-role-admin.md'),
    'utf8',
  );
  const listed = (heading: string) => {
    const [, section = ''] = record.split(`### ${heading}\n`);
    const [rows = ''] = section.split('\n### ');
    return Array.from(rows.matchAll(/^\| `(\w+ [^`]+)` \|/gm), ([, route]) => route).sort();
  };
  const withAccess = (wanted: (name: string) => boolean) =>
    app.routes
      .filter(({ access }) => wanted(access))
      .map(({ method, path }) => `${method} ${path}`)
      .sort();
  expect(listed('Only the role admin')).toEqual(withAccess((name) => name === 'admins'));
  expect(listed('Admin Tools')).toEqual(withAccess((name) => name.split(', ').includes('admin')));
});

onEachSite(
  'a call that needs the admin role refuses a user with only Admin Tools, whichever account it is about',
  async (on) => {
    const { app, a } = on;
    const helper = await createHelper(on);
    await a.show({ title: 'Hamlet', date: '2026-12-05', credits: [inCrew('Dee Moss', 'Director')] });
    const dee = await a.user({ firstname: 'Dee' });
    await a.personOf(dee, 'Dee Moss');
    const targets = {
      member: await a.user(),
      director: dee,
      admin: await a.user({ role: 'admin' }),
      deactivated: await a.user({ status: 'deactivated' }),
      themself: helper.user,
    };
    const person = await findPersonId(on, 'Dee Moss');
    const calls = app.routes.filter(({ access, changes }) => changes && access === 'admins');
    expect(calls.map(({ path }) => path).sort()).toEqual(Object.keys(bodies).toSorted());
    const before = await accounts(on);
    for (const { path } of calls) {
      for (const [target, { id }] of Object.entries(targets)) {
        const at = path.replace(':id', path.startsWith(people) ? person : id);
        const answer = await helper.post(at, bodies[path] ?? {});
        expect({ path, target, answer: answer.json() }).toEqual({ path, target, answer: adminsOnlyResponse });
      }
    }
    expect(await accounts(on)).toEqual(before);
    expect((await (await on.as(dee)).get('/members/dashboard')).statusCode).toBe(200);
    expect(await on.db.read.selectFrom('mail').select('id').execute()).toEqual([]);
    expect(await on.db.read.selectFrom('user_person').select(['user_id', 'person_id']).execute()).toEqual([
      { user_id: dee.id, person_id: person },
    ]);
  },
);

onEachSite('a user with only Admin Tools can’t reach emergency contacts through another account', async (on) => {
  const { a } = on;
  const helper = await createHelper(on);
  const show = await a.show({
    title: 'Hamlet',
    date: '2026-12-05',
    credits: [inCrew('Dee Moss', 'Director'), inCast('Ann Hale', 'Hamlet')],
  });
  const ann = await a.user({
    firstname: 'Ann',
    email: 'ann@members.example',
    e_con_name: 'Mum',
    e_con_phone: '01632 960 001',
  });
  await a.personOf(ann, 'Ann Hale');
  const accomplice = await a.user({ email: 'friend@members.example' });
  await a.show({ title: 'Old', credits: [inCast('Fred Friend', 'Footman')] });
  await a.personOf(accomplice, 'Fred Friend');
  const [director, friend] = [await findPersonId(on, 'Dee Moss'), await findPersonId(on, 'Fred Friend')];
  const part = { show, cast_or_crew: 'crew', role: 'PRODUCER', person: friend };
  const tried = [
    await helper.post(`/members/api/admin/users/${ann.id}/email`, { email: 'hal@evil.example' }),
    await helper.post('/members/api/admin/add_show_member', part),
    await helper.post(`/members/api/people/${director}/link`, { email: 'friend@members.example' }),
    await helper.post(`/members/api/people/${director}/merge`, { into: friend }),
    await helper.post(`/members/api/people/${friend}/merge`, { into: director }),
  ];
  expect(tried.map((answer) => answer.statusCode)).toEqual(tried.map(() => 403));
  for (const user of [helper.user, accomplice]) {
    const look = await (await on.as(user)).post(`/members/emergency_contacts/${show}`, {});
    expect(look.statusCode).toBe(403);
  }
  // The helper may add other parts, and may merge names that aren't linked to anybody
  expect((await helper.post('/members/api/admin/add_show_member', { ...part, role: 'Props' })).statusCode).toBe(200);
  await a.show({ title: 'Older', credits: [inCast('Ned Pyne', 'Page'), inCast('Ned Pine', 'Boy')] });
  const merged = await helper.post(`/members/api/people/${await findPersonId(on, 'Ned Pine')}/merge`, {
    into: await findPersonId(on, 'Ned Pyne'),
  });
  expect(merged.statusCode).toBe(200);
});

onSite('only an admin can merge or unmerge a person who is linked to an account', async (on) => {
  const { a } = on;
  const helper = await createHelper(on);
  const admin = await on.as(await a.user({ role: 'admin' }));
  await a.show({
    title: 'Hamlet',
    credits: [inCast('Ann Hale', 'Hamlet'), inCast('Ann Stott', 'Player'), inCast('A. Hale', 'Lord')],
  });
  await a.personOf(await a.user(), 'Ann Stott');
  const [hale, stott, short] = [
    await findPersonId(on, 'Ann Hale'),
    await findPersonId(on, 'Ann Stott'),
    await findPersonId(on, 'A. Hale'),
  ];
  expect((await admin.post(`/members/api/people/${stott}/merge`, { into: hale })).statusCode).toBe(200);
  // By now “Ann Hale” is linked too, because the linked “Ann Stott” was merged into her
  expect((await helper.post(`/members/api/people/${short}/merge`, { into: hale })).json()).toMatchObject({ code: 403 });
  expect((await helper.post(`/members/api/people/${stott}/unmerge`, {})).json()).toMatchObject({ code: 403 });
  expect((await admin.post(`/members/api/people/${stott}/unmerge`, {})).statusCode).toBe(200);
});

onSite('only an admin can rename a person linked to an account, directly or by a correction', async (on) => {
  const { a, db } = on;
  const helper = await createHelper(on);
  const admin = await on.as(await a.user({ role: 'admin' }));
  await a.show({
    title: 'Hamlet',
    credits: [inCrew('Dee Moss', 'Director'), inCast('Hal Smith', 'Page'), inCast('Ned Pyne', 'Boy')],
  });
  await a.personOf(await a.user({ firstname: 'Dee' }), 'Dee Moss');
  await a.personOf(helper.user, 'Hal Smith');
  const [dee, hal, ned] = [
    await findPersonId(on, 'Dee Moss'),
    await findPersonId(on, 'Hal Smith'),
    await findPersonId(on, 'Ned Pyne'),
  ];
  const linked = { code: 403, msg: expect.stringContaining('This name is linked to a member’s account.') };
  const rename = async (by: typeof helper | typeof admin, person: string, name: string, how = 'changed') =>
    (await by.post(`/members/api/people/${person}/rename`, { name, how })).json();
  for (const how of ['changed', 'misspelt']) {
    // If the helper could take the name “Dee Moss”, a new show with “Dee Moss” as director would count as the helper's
    expect(await rename(helper, dee, 'Dee Moss-Hart', how)).toEqual(linked);
    expect(await rename(helper, hal, 'Dee Mosse', how)).toEqual(linked);
  }
  expect(await rename(helper, ned, 'Ned Pine')).toMatchObject({ code: 200 });
  const corrections = {
    [dee]: await a.correction({ show_id: null, person_id: dee, what: 'name', right: 'Dee Moss-Hart' }),
    [ned]: await a.correction({ show_id: null, person_id: ned, what: 'name', right: 'Ned Payne' }),
  };
  const decide = async (by: typeof helper | typeof admin, person: string, what: 'apply' | 'undo') => {
    const { name: now } = await db.read
      .selectFrom('person')
      .select('name')
      .where('id', '=', person)
      .executeTakeFirstOrThrow();
    return (await by.post(`/members/api/corrections/${corrections[person]}/${what}`, { now })).json();
  };
  expect(await decide(helper, dee, 'apply')).toEqual(linked);
  expect(await decide(admin, dee, 'apply')).toMatchObject({ code: 200 });
  expect(await decide(helper, dee, 'undo')).toEqual(linked);
  expect(await decide(admin, dee, 'undo')).toMatchObject({ code: 200 });
  for (const what of ['apply', 'undo'] as const) expect(await decide(helper, ned, what)).toMatchObject({ code: 200 });
  expect(await findPersonId(on, 'Dee Moss')).toBe(dee);
});

onSite('a user with only Admin Tools can’t apply or undo a correction about a director or producer', async (on) => {
  const { a, db } = on;
  const helper = await createHelper(on);
  const show = await a.show({
    title: 'Hamlet',
    date: '2026-12-05',
    credits: [inCrew('Dee Moss', 'Director'), inCrew('Sam Bell', 'Props')],
  });
  const credit = async (role: string) =>
    (await db.read.selectFrom('credit').select('id').where('role', '=', role).executeTakeFirstOrThrow()).id;
  const corrections = {
    name: await a.correction({
      show_id: show,
      what: 'credit',
      credit_id: await credit('Director'),
      right: 'Hal Smith',
    }),
    role: await a.correction({ show_id: show, what: 'credit', credit_id: await credit('Props'), role: 'producer' }),
    missing: await a.correction({
      show_id: show,
      what: 'missing',
      cast_or_crew: 'crew',
      role: 'Director',
      right: 'Hal Smith',
    }),
    removal: await a.correction({ show_id: show, what: 'not_in_it', credit_id: await credit('Director') }),
    newRole: await a.correction({
      ...{ show_id: show, what: 'credit', credit_id: await credit('Director') },
      ...{ right: '', role: 'Prompter' },
    }),
  };
  const admin = await on.as(await a.user({ role: 'admin' }));
  const shownAs = async (id: string) => {
    const { content } = await admin.page('/members/admin/corrections');
    return CorrectionsContent.parse(content).corrections.find((one) => one.id === id)?.now;
  };
  for (const [what, id] of Object.entries(corrections)) {
    const now = await shownAs(id);
    const answer = await helper.post(`/members/api/corrections/${id}/apply`, { now });
    expect({ what, code: answer.statusCode }).toEqual({ what, code: 403 });
  }
  for (const what of ['removal', 'newRole'] as const) {
    const path = `/members/api/corrections/${corrections[what]}`;
    const now = await shownAs(corrections[what]);
    expect((await admin.post(`${path}/apply`, { now })).statusCode).toBe(200);
    // Undoing the decision would make somebody director again
    expect({ what, code: (await helper.post(`${path}/undo`, {})).statusCode }).toEqual({ what, code: 403 });
    expect((await admin.post(`${path}/undo`, {})).statusCode).toBe(200);
  }
});

onSite('a user with only Admin Tools can’t override a member’s choice to show only their present name', async (on) => {
  const { a, as, page } = on;
  await a.show({ title: 'Hamlet', date: '2025-04-17', credits: [inCast('Dan Ferrar', 'Ophelia')] });
  const daisy = await a.user();
  await a.personOf(daisy, 'Dan Ferrar');
  const person = await findPersonId(on, 'Dan Ferrar');
  const admin = await as(await a.user({ role: 'admin' }));
  await admin.post(`/members/api/people/${person}/rename`, { name: 'Daisy Ferrar', how: 'changed' });
  const helper = await createHelper(on);
  const set = (credit_style: string) => helper.post(`/members/api/people/${person}/credit_style`, { credit_style });
  expect((await set('new_as_old')).statusCode).toBe(200);
  const own = { person, credit_style: 'new_only' };
  await (await as(daisy)).post('/members/api/account_settings/credit_style', own);
  for (const style of ['as_printed', 'new_as_old']) expect((await set(style)).json()).toMatchObject(adminsOnlyResponse);
  const path = `/members/admin/people/${person}`;
  expect((await helper.page(path)).content.person).toMatchObject({ can_change_style: false });
  expect((await helper.get(path)).body).toContain('Only an admin can change this choice.');
  expect((await admin.page(path)).content.person).toMatchObject({ can_change_style: true });
  const { show_id } = await on.db.read.selectFrom('credit').select('show_id').executeTakeFirstOrThrow();
  expect((await page(`/past-shows/${show_id}/Hamlet`)).content.cast).toMatchObject([{ name: 'Daisy Ferrar' }]);
  const byAdmin = await admin.post(`/members/api/people/${person}/credit_style`, { credit_style: 'as_printed' });
  expect(byAdmin.statusCode).toBe(200);
});

onSite('a user with only Admin Tools can invite and approve people only as members', async (on) => {
  const helper = await createHelper(on);
  const people = [{ firstname: 'Ned', lastname: 'Ash', email: 'ned@members.example' }];
  for (const role of ['author', 'admin']) {
    const one = { ...people[0], role };
    expect((await helper.post('/members/api/admin/invite', one)).json()).toEqual(adminsOnlyResponse);
    expect((await helper.post('/members/api/admin/invitations', { role, people })).json()).toEqual(adminsOnlyResponse);
  }
  expect(await on.db.read.selectFrom('invitation').select('id').execute()).toEqual([]);
  expect((await helper.post('/members/api/admin/invitations', { role: 'member', people })).statusCode).toBe(200);
  const mia = await on.a.user({ firstname: 'Mia', status: 'awaiting' });
  const decide = (what: string) => helper.post(`/members/api/admin/registrations/${mia.id}/${what}`, {});
  // A decision about somebody who has never signed in can be undone
  for (const what of ['decline', 'reconsider', 'approve']) expect((await decide(what)).statusCode).toBe(200);
});

onSite('a user with only Admin Tools can’t enable a disabled account that was in use before', async (on) => {
  const helper = await createHelper(on);
  const { id } = await on.a.user({ status: 'deactivated', last_signed_in_at: '2026-11-01T10:00:00.000Z' });
  const one = await helper.post(`/members/api/admin/registrations/${id}/reconsider`, {});
  const several = await helper.post('/members/api/admin/registrations/reconsider', { users: [id] });
  for (const answer of [one, several])
    expect(answer.json()).toEqual({ code: 403, msg: expect.stringContaining('has been in use') });
});

const settings = '/members/api/admin/admin_settings/site_settings';

onSite('a user with only Admin Tools can change ordinary settings, but no security setting', async (on) => {
  const helper = await createHelper(on);
  await on.a.settings({ secondFactorRequired: '', registration: 'approval' });
  const guarded = {
    registration: 'open',
    'second-factor-required': '1',
    'committee-mail': 'hal@evil.example',
    'webmaster-mail': 'hal@evil.example',
    'security-contact': 'hal@evil.example',
    'keep-messages-months': '1',
    'keep-mail-months': '1',
    'keep-bookings-months': '1',
  };
  for (const [name, value] of Object.entries(guarded)) {
    const answer = await helper.post(settings, { 'site-name': 'Others', [name]: value });
    expect({ name, answer: answer.json() }).toEqual({
      name,
      answer: { code: 403, msg: expect.stringContaining('role Admin') },
    });
  }
  // The helper may send these settings unchanged, as a client that always sends the whole form does
  const unchanged = { 'site-name': 'Lantern Players', registration: 'approval' };
  expect((await helper.post(settings, unchanged)).statusCode).toBe(200);
  expect((await helper.page('/members/admin/admin_settings')).content).toMatchObject({
    may_secure: false,
    settings: { siteName: 'Lantern Players', registration: 'approval', committeeMail: '' },
  });
});

onSite(
  'active admins are emailed when a second factor stops being required, not when it becomes required',
  async (on) => {
    const { a, db } = on;
    const ruth = await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway', email: 'ruth@x.example' });
    await a.user({ role: 'admin', email: 'wim@x.example' });
    await a.user({ role: 'admin', email: 'gone@x.example', status: 'deactivated' });
    const enabled_at = '2026-11-21T12:00:00.000Z';
    await write(db, (tx) =>
      tx.insertInto('totp').values({ user_id: ruth.id, secret: 'x', last_step: 0, enabled_at }).execute(),
    );
    const admin = await on.as(ruth);
    const told = async () =>
      (await listSentMails(db.read))
        .filter(({ subject, text }) => subject.includes('no longer requires') && text.includes('Ruth Calloway'))
        .map(({ to }) => to)
        .sort();
    const save = async (value: string) =>
      expect((await admin.post(settings, { 'second-factor-required': value })).statusCode).toBe(200);
    for (const value of ['0', '', '1']) await save(value);
    expect(await told()).toEqual([]);
    await save('0');
    expect(await told()).toEqual(['ruth@x.example', 'wim@x.example']);
  },
);

const forgotten = '/members/api/forgotten';

onEachSite(
  'for three days after an admin changes an account’s email address, the new address gets no password reset link',
  async (on) => {
    const { a, db } = on;
    const ruth = await a.user({ role: 'admin' });
    const admin = await on.as(ruth);
    const mia = await a.user({ firstname: 'Mia', email: 'old@x.example' });
    expect((await admin.post(`/members/api/admin/users/${mia.id}/email`, { email: 'new@x.example' })).statusCode).toBe(
      200,
    );
    const to = async (address: string) =>
      (await listSentMails(db.read)).filter((mail) => mail.to === address).map(({ text }) => text);
    for (const address of ['old@x.example', 'new@x.example']) expect((await to(address))[0]).toContain('three days');
    const links = () =>
      db.read
        .selectFrom('single_use_link')
        .select('email')
        .where('purpose', '=', 'reset')
        .where('used_at', 'is', null)
        .execute();
    on.at('2026-11-24T11:59:00.000Z');
    const reset = async () => (await on.as(ruth)).post(`/members/api/admin/users/${mia.id}/reset_password`, {});
    expect((await reset()).json()).toMatchObject({ code: 409, msg: expect.stringContaining('24 November') });
    expect((await on.post(forgotten, { email: 'new@x.example' })).statusCode).toBe(200);
    expect(await links()).toEqual([]);
    expect((await to('new@x.example')).at(-1)).toContain('before Tuesday 24 November 2026');
    on.at('2026-11-24T12:00:00.000Z');
    expect((await reset()).statusCode).toBe(200);
    expect(await links()).toEqual([{ email: 'new@x.example' }]);
  },
);

onSite('only an admin can withdraw or restore an invitation with the role admin', async (on) => {
  const [admin, helper] = [await on.as(await on.a.user({ role: 'admin' })), await createHelper(on)];
  const ned = { firstname: 'Ned', lastname: 'Ash', email: 'ned@members.example', role: 'admin' };
  expect((await admin.post('/members/api/admin/invite', ned)).statusCode).toBe(200);
  const { id } = await on.db.read.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
  const call = (what: string) => `/members/api/admin/invitations/${id}/${what}`;
  expect((await helper.post(call('withdraw'), {})).json()).toEqual(adminsOnlyResponse);
  expect((await admin.post(call('withdraw'), {})).statusCode).toBe(200);
  expect((await helper.post(call('restore'), {})).json()).toEqual(adminsOnlyResponse);
  expect((await admin.post(call('restore'), {})).statusCode).toBe(200);
});

onSite('a user with only Admin Tools can’t replace an invitation that gives the role admin or author', async (on) => {
  const [admin, helper] = [await on.as(await on.a.user({ role: 'admin' })), await createHelper(on)];
  const ned = { firstname: 'Ned', lastname: 'Ash', email: 'ned@members.example' };
  expect((await admin.post('/members/api/admin/invite', { ...ned, role: 'admin' })).statusCode).toBe(200);
  const invitations = () => on.db.read.selectFrom('invitation').selectAll().execute();
  const before = await invitations();
  const asMember = () => helper.post('/members/api/admin/invite', { ...ned, email: 'Ned@members.example' });
  const byList = () => helper.post('/members/api/admin/invitations', { role: 'member', people: [ned] });
  for (const send of [asMember, byList]) {
    const { code, msg } = (await send()).json();
    expect({ code, msg }).toEqual(adminsOnlyResponse);
  }
  expect((await byList()).json().msg).toContain('ned@members.example has already been invited as an admin.');
  expect(await invitations()).toEqual(before);
  // Once the invitation has been withdrawn by an admin, or has expired, the helper may invite the same person again
  const withdraw = `/members/api/admin/invitations/${before[0]?.id}/withdraw`;
  expect((await admin.post(withdraw, {})).statusCode).toBe(200);
  expect((await asMember()).statusCode).toBe(200);
  expect((await byList()).statusCode).toBe(200);
  expect(await invitations()).toMatchObject([{ role: 'member' }]);
  expect((await admin.post('/members/api/admin/invite', { ...ned, role: 'author' })).statusCode).toBe(200);
  expect((await byList()).json().msg).toContain('ned@members.example has already been invited as an author.');
});
