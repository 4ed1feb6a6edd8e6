import { expect } from 'vitest';
import { makeAdmin } from '#features/identity/sign-in/server/break-glass.ts';
import { write } from '#platform/server/database/index.ts';
import { createSmtpTransport } from '#platform/server/mail/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCrew } from '#tests/support/society/factories.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { InviteUsersContent, ManageUserContent, ManageUsersContent } from '../contract.ts';

const base = '/members/admin/manage_users';
const ruth = async ({ a, as }: SiteTestContext) => {
  const user = await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway', email: 'ruth@players.example' });
  return { user, ...(await as(user)) };
};
const logOf = ({ db }: SiteTestContext, subject: string) =>
  db.read.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('at').orderBy('id').execute();
const mailsTo = async ({ db }: SiteTestContext, to: string) =>
  (await listSentMails(db.read)).filter((mail) => mail.to === to);
const userNow = ({ db }: SiteTestContext, id: string) =>
  db.read.selectFrom('user').select(['role', 'status']).where('id', '=', id).executeTakeFirstOrThrow();

onEachSite('the user list can be searched by name or address, filtered, sorted and exported', async (on) => {
  const admin = await ruth(on);
  const dee = await on.a.user({ firstname: 'Zoë', lastname: 'O’Dea', email: 'z.odea@players.example' });
  await on.a.user({ firstname: 'Bob', lastname: 'Ash', status: 'awaiting', email: 'bob@players.example' });
  await on.a.user({ firstname: '=1+1', lastname: 'Formula', role: 'author', email: 'f@players.example' });
  await on.a.show({ credits: [inCrew('Zoe Dea', 'Director')] });
  await on.a.personOf(dee, 'Zoe Dea');
  const list = async (query: string) => ManageUsersContent.parse((await admin.page(`${base}${query}`)).content);
  const names = async (query: string) => (await list(query)).users.map(({ name }) => name);

  expect(await names('')).toEqual(['Ruth Calloway', '=1+1 Formula', 'Zoë O’Dea']);
  expect((await list('')).waiting).toMatchObject([{ name: 'Bob Ash', asked: expect.stringMatching(/^2026-/) }]);
  expect(await names('?q=zoe+ODEA')).toEqual(['Zoë O’Dea']);
  expect(await names('?q=z.odea@players')).toEqual(['Zoë O’Dea']);
  expect(await names('?q=%25')).toHaveLength(4);
  expect(await names('?status=awaiting')).toEqual(['Bob Ash']);
  expect(await names('?role=author')).toEqual(['=1+1 Formula']);
  expect(await names('?second_factor=yes')).toEqual([]);
  expect((await names('?sort=-last_in'))[0]).toBe('Ruth Calloway');
  for (const sort of ['surname', 'role', 'status', 'second_factor']) {
    const forwards = await names(`?sort=${sort}`);
    expect({ sort, backwards: await names(`?sort=-${sort}`) }).toEqual({ sort, backwards: forwards.toReversed() });
  }
  expect((await names('?sort=surname'))[0]).toBe('Ruth Calloway');
  expect(await names('?sort=-name')).toEqual(['Zoë O’Dea', 'Ruth Calloway', '=1+1 Formula']);
  expect(await list('?q=zoe')).toMatchObject({
    awaiting: 1,
    users: [{ persons: [{ name: 'Zoe Dea' }], second_factor: false, last_signed_in: '' }],
  });
  expect(await names(`?q=${'('.repeat(300)}&sort=password_hash&role=root&page=99`)).toHaveLength(4);
  expect((await admin.get(`${base}.csv`)).body.trim().split('\r\n')).toHaveLength(5);

  const { body } = await admin.get(`${base}.csv?role=author`);
  expect(body.trim().split('\r\n').slice(1)).toEqual([`"'=1+1 Formula","f@players.example","Author","Active",,,"no"`]);
});

onEachSite(
  'users awaiting approval are listed above the list of users, and in it only in a search or filter',
  async (on) => {
    const admin = await ruth(on);
    const late = await on.a.user({ firstname: 'Late', lastname: 'Asker', status: 'awaiting' });
    await on.a.user({ firstname: 'Early', lastname: 'Asker', status: 'awaiting' });
    await write(on.db, (tx) =>
      tx.updateTable('user').set({ created_at: '2099-01-01T12:00:00.000Z' }).where('id', '=', late.id).execute(),
    );
    const list = async (query: string) => ManageUsersContent.parse((await admin.page(`${base}${query}`)).content);
    const plain = await list('');
    expect(plain.waiting.map(({ name }) => name)).toEqual(['Early Asker', 'Late Asker']);
    expect(plain).toMatchObject({ awaiting: 2, table: { total: 1 }, users: [{ name: 'Ruth Calloway' }] });
    for (const query of ['?q=asker', '?status=awaiting', '?role=member']) {
      expect(await list(query)).toMatchObject({ waiting: [], table: { total: 2 } });
    }
  },
);

onSite('the user list has fifty users on a page, and the rest on the next page', async (on) => {
  const admin = await ruth(on);
  for (let n = 0; n < 60; n += 1) await on.a.user({ firstname: 'Ann', lastname: `Hale ${100 + n}` });
  const list = async (query: string) => ManageUsersContent.parse((await admin.page(`${base}${query}`)).content);
  const [first, second] = [await list('?q=ann'), await list('?q=ann&page=2')];
  expect(first.table).toMatchObject({ page: 1, pages: 2, total: 60 });
  expect([first.users.length, second.users.length]).toEqual([50, 10]);
  expect(second.users.at(-1)?.name).toBe('Ann Hale 159');
});

onSite('approving a user emails them, and a change of permissions takes effect and is logged', async (on) => {
  const admin = await ruth(on);
  const priya = await on.a.user({
    firstname: 'Priya',
    lastname: 'Nair',
    email: 'priya@x.example',
    status: 'awaiting',
  });
  const page = async () => ManageUserContent.parse((await admin.page(`${base}/${priya.id}`)).content);
  const dashboard = async () => (await admin.page('/members/dashboard')).content.nudges;
  expect(await dashboard()).toContainEqual(
    expect.objectContaining({ kind: 'awaiting_approval', text: 'Priya Nair would like an account.' }),
  );
  expect((await admin.post(`/members/api/admin/registrations/${priya.id}/approve`, {})).statusCode).toBe(200);
  expect(await mailsTo(on, 'priya@x.example')).toMatchObject([{ subject: expect.stringContaining('Welcome') }]);
  expect(await dashboard()).not.toContainEqual(expect.objectContaining({ kind: 'awaiting_approval' }));

  const { version } = await page();
  const access = `/members/api/admin/users/${priya.id}/access`;
  const saved = await admin.post(access, { version, role: 'member', bookings: 'yes', member_docs: 'no' });
  expect(saved.json()).toMatchObject({ code: 200, msg: 'Permissions for Priya Nair saved.' });
  const { get } = await on.as(priya);
  expect((await get('/members/bookings')).statusCode).toBe(200);
  expect((await get('/members/docs')).statusCode).toBe(403);
  expect((await page()).items).toContainEqual(expect.objectContaining({ item: 'bookings', choice: 'yes' }));

  const change = (await logOf(on, priya.id)).find(({ action }) => action === 'user.permissions_changed');
  expect(change).toMatchObject({
    actor_id: admin.user.id,
    actor_name: 'Ruth Calloway',
    action: 'user.permissions_changed',
    detail: 'Priya Nair: member; also Manage Bookings; not Member Docs',
    address: '127.0.0.1',
  });
  const stale = await admin.post(access, { version, role: 'admin' });
  expect([stale.statusCode, (await userNow(on, priya.id)).role]).toEqual([409, 'member']);
  const wrong = await admin.post(access, { version: (await page()).version, role: 'root', bookings: 'perhaps' });
  expect(wrong.statusCode).toBe(400);
});

onEachSite('disabling an account ends its sessions and links at once, and it can be reactivated', async (on) => {
  const admin = await ruth(on);
  const bob = await on.a.user({ firstname: 'Bob', lastname: 'Ash', email: 'bob@x.example' });
  const his = await on.as(bob);
  const act = async (what: string, body = {}) =>
    (await admin.post(`/members/api/admin/users/${bob.id}/${what}`, body)).statusCode;
  expect(await act('reset_password')).toBe(200);
  const [mail] = await mailsTo(on, 'bob@x.example');
  const link = /\/members\/reset\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(mail?.text).toContain('Ruth Calloway has sent you this link');
  expect((await on.page(link)).content.link).toBe('open');
  expect((await his.get('/members/dashboard')).statusCode).toBe(200);

  expect(await act('deactivate')).toBe(200);
  expect((await his.get('/members/dashboard')).statusCode).toBe(401);
  expect(await on.db.read.selectFrom('session').selectAll().where('user_id', '=', bob.id).execute()).toEqual([]);
  expect((await on.page(link)).content.link).toBe('used');
  expect([await act('deactivate'), await act('reset_password')]).toEqual([409, 409]);
  expect([await act('activate'), await act('activate')]).toEqual([200, 409]);
  expect((await mailsTo(on, 'bob@x.example')).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('has been reopened'),
  );
  // The earlier cookie stays invalid
  expect((await his.get('/members/dashboard')).statusCode).toBe(401);
  expect((await logOf(on, bob.id)).map(({ action }) => action).sort()).toEqual([
    'user.disabled',
    'user.enabled',
    'user.reset_link_sent',
  ]);
});

onEachSite('an admin who signs themselves out on other devices stays signed in on this one', async (on) => {
  const admin = await ruth(on);
  const elsewhere = await on.as(admin.user);
  expect((await admin.post(`/members/api/admin/users/${admin.user.id}/end_sessions`, {})).statusCode).toBe(200);
  expect((await elsewhere.get('/members/dashboard')).statusCode).toBe(401);
  expect((await admin.get('/members/dashboard')).statusCode).toBe(200);
});

onSite('an admin who signs a user out everywhere ends all of the user’s sessions, and no others', async (on) => {
  const admin = await ruth(on);
  const bob = await on.a.user({ firstname: 'Bob', lastname: 'Ash', email: 'bob@x.example' });
  const devices = [await on.as(bob), await on.as(bob)];
  for (const { get } of devices) expect((await get('/members/dashboard')).statusCode).toBe(200);
  expect((await admin.post(`/members/api/admin/users/${bob.id}/end_sessions`, {})).statusCode).toBe(200);
  for (const { get } of devices) expect((await get('/members/dashboard')).statusCode).toBe(401);
  expect((await admin.get('/members/dashboard')).statusCode).toBe(200);
});

onEachSite('removing a lost second factor needs a reason, which is logged and emailed', async (on) => {
  const admin = await ruth(on);
  const bob = await on.a.user({ firstname: 'Bob', lastname: 'Ash', email: 'bob@x.example' });
  const now = '2026-11-20T12:00:00.000Z';
  await write(on.db, async (tx) => {
    await tx.insertInto('totp').values({ user_id: bob.id, secret: 'x', last_step: 0, enabled_at: now }).execute();
    await tx
      .insertInto('recovery_code')
      .values({ id: 'code000000000001', user_id: bob.id, mark: 'm', created_at: now, used_at: null })
      .execute();
  });
  const page = async () => ManageUserContent.parse((await admin.page(`${base}/${bob.id}`)).content);
  expect((await page()).factors).toEqual({ codes: true, passkeys: false });
  const off = (reason: string, id = bob.id) =>
    admin.post(`/members/api/admin/users/${id}/remove_second_factor`, { reason });
  expect((await off('  ')).json().fields).toEqual({ reason: expect.stringContaining('Enter a reason') });
  expect((await off('Lost his phone at the get-out')).statusCode).toBe(200);
  expect((await page()).factors).toEqual({ codes: false, passkeys: false });
  expect(await on.db.read.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
  expect((await off('Again')).statusCode).toBe(409);
  const [mail] = await mailsTo(on, 'bob@x.example');
  expect(mail?.text).toContain('Ruth Calloway has removed the second factor from your account');
  expect(mail?.text).toContain('Lost his phone at the get-out');
  expect(await logOf(on, bob.id)).toMatchObject([
    {
      actor_name: 'Ruth Calloway',
      action: 'second_factor.removed',
      detail: 'Lost his phone at the get-out',
    },
  ]);
  expect((await off('Mine', admin.user.id)).statusCode).toBe(409);
});

onEachSite('the last admin can’t disable, demote or lock out their own account', async (on) => {
  const admin = await ruth(on);
  await on.a.user({ role: 'admin', status: 'deactivated' });
  const call = (what: string, body: object) => admin.post(`/members/api/admin/users/${admin.user.id}/${what}`, body);
  const { version } = ManageUserContent.parse((await admin.page(`${base}/${admin.user.id}`)).content);
  const tries = [
    await call('deactivate', { sure: '1' }),
    await call('access', { version, role: 'member', sure: '1' }),
    // The user would still have Admin Tools after this change, but would no longer be an admin
    await call('access', { version, role: 'member', admin: 'yes' }),
    await call('access', { version, role: 'admin', admin: 'no', sure: '1' }),
  ];
  for (const answer of tries) {
    expect([answer.statusCode, answer.json().msg]).toEqual([409, expect.stringContaining('without an admin')]);
  }
  expect(await userNow(on, admin.user.id)).toEqual({ role: 'admin', status: 'active' });
  expect(await logOf(on, admin.user.id)).toEqual([]);
});

onSite('an admin can disable their own account only after a confirmation', async (on) => {
  const admin = await ruth(on);
  await on.a.user({ role: 'admin' });
  const shut = (body: object) => admin.post(`/members/api/admin/users/${admin.user.id}/deactivate`, body);
  expect((await shut({})).json().msg).toContain('your own access');
  expect((await admin.get(base)).statusCode).toBe(200);
  expect((await shut({ sure: '1' })).statusCode).toBe(200);
  expect((await admin.get(base)).statusCode).toBe(401);
});

onEachSite('when two admins disable each other at once, exactly one stays active', async (on) => {
  for (let round = 0; round < 5; round += 1) {
    await write(on.db, (tx) => tx.updateTable('user').set({ status: 'deactivated' }).execute());
    const [one, other] = [await on.a.user({ role: 'admin' }), await on.a.user({ role: 'admin' })];
    const [first, second] = [await on.as(one), await on.as(other)];
    const answers = await Promise.all([
      first.post(`/members/api/admin/users/${other.id}/deactivate`, {}),
      second.post(`/members/api/admin/users/${one.id}/deactivate`, {}),
    ]);
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes[0]).toBe(200);
    expect(codes[1]).not.toBe(200);
    const active = await on.db.read.selectFrom('user').select('id').where('status', '=', 'active').execute();
    expect(active).toHaveLength(1);
  }
});

onSite('the make-admin command makes even a disabled user an active admin', async (on) => {
  const bob = await on.a.user({ status: 'deactivated', email: 'bob@x.example' });
  const denied = { user_id: bob.id, item: 'admin', allowed: 0 } as const;
  await write(on.db, (tx) => tx.insertInto('user_item').values(denied).execute());
  await makeAdmin(on.db, 'BOB@x.example', '2026-11-21T12:00:00.000Z');
  expect((await (await on.as(bob)).get(base)).statusCode).toBe(200);
});

onSite(
  'people on a pasted list are invited after the preview, and their invitations can be withdrawn and restored',
  async (on) => {
    const admin = await ruth(on);
    await on.a.user({ email: 'Member@x.example' });
    const call = '/members/api/admin/invitations';
    const list = 'Zoë\tLark\tzoe@x.example\nmember@X.example\nBob Ash <bob@x.example>\nnobody here';
    const read = (await admin.post(`${call}/read`, { list })).json();
    expect(read).toMatchObject({
      code: 200,
      people: [
        { firstname: 'Zoë', lastname: 'Lark', email: 'zoe@x.example', status: 'new' },
        { email: 'member@X.example', status: 'user' },
        { firstname: 'Bob', lastname: 'Ash', status: 'new' },
      ],
      unread: [{ line: 4 }],
    });
    expect(await on.db.read.selectFrom('mail').selectAll().execute()).toEqual([]);

    const sent = await admin.post(call, { people: read.people });
    expect(sent.json()).toMatchObject({
      msg: '2 people invited. One person was left out: they already have an account.',
      sent: 2,
    });
    const mails = (await listSentMails(on.db.read)).sort((a, b) => (a.to < b.to ? -1 : 1));
    expect(mails.map(({ to }) => to)).toEqual(['bob@x.example', 'zoe@x.example']);
    expect(mails[1]?.text).toContain('Hello Zoë,');
    const link = /\/members\/invitation\/[\w-]+/.exec(mails[1]?.text ?? '')?.[0] ?? '';
    expect((await on.page(link)).content).toMatchObject({
      link: 'open',
      typed: { firstname: 'Zoë', lastname: 'Lark' },
    });
    expect((await admin.post(`${call}/read`, { list })).json().people[0].status).toBe('invited');

    const { invited } = InviteUsersContent.parse((await admin.page(`${base}/invite`)).content);
    const sought = InviteUsersContent.parse((await admin.page(`${base}/invite?q=ZOE+lark`)).content);
    expect(sought).toMatchObject({ table: { total: 1 }, invited: [{ firstname: 'Zoë' }] });
    const zoe = invited.find(({ firstname }) => firstname === 'Zoë');
    expect((await admin.post(`${call}/${zoe?.id}/withdraw`, {})).statusCode).toBe(200);
    expect((await on.page(link)).content.link).toBe('unknown');
    expect((await admin.post(`${call}/${zoe?.id}/withdraw`, {})).statusCode).toBe(409);
    // A withdrawn invitation can't be used to register, and Zoë can be invited again
    const form = { firstname: 'Zoë', lastname: 'Lark', email: 'zoe@x.example', invitation: link.split('/').at(-1) };
    const secret = { password: 'seven green umbrellas', confirm_password: 'seven green umbrellas' };
    expect((await on.post('/members/api/register', { ...form, ...secret })).statusCode).toBe(409);
    expect(InviteUsersContent.parse((await admin.page(`${base}/invite`)).content).invited).toHaveLength(1);
    expect((await admin.post(`${call}/read`, { list })).json().people[0].status).toBe('new');
    expect((await admin.post(`${call}/${zoe?.id}/restore`, {})).json().msg).toContain('works again');
    expect((await on.page(link)).content.link).toBe('open');
    expect((await admin.post(`${call}/${zoe?.id}/restore`, {})).statusCode).toBe(409);
    // The old link stays invalid when the withdrawn invitation is sent again
    await admin.post(`${call}/${zoe?.id}/withdraw`, {});
    await admin.post(call, { people: [read.people[0]] });
    expect((await admin.post(`${call}/${zoe?.id}/restore`, {})).statusCode).toBe(409);
    expect((await on.page(link)).content.link).toBe('unknown');
    const log = await on.db.read.selectFrom('audit').select(['action', 'detail']).execute();
    expect(log).toContainEqual({ action: 'invitation.sent', detail: 'Zoë Lark, zoe@x.example, as member' });
    expect(log).toContainEqual({ action: 'invitation.withdrawn', detail: 'Zoë Lark, zoe@x.example' });
  },
);

const bea = { firstname: 'Bea', lastname: 'Till', email: 'bea@till.example' };

onEachSite(
  'without a mail server, inviting shows the links to pass on',
  async (on) => {
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    const { why_kept } = InviteUsersContent.parse((await admin.page(`${base}/invite`)).content);
    expect(why_kept).toContain('No mail server is set');
    const one = (await admin.post('/members/api/admin/invite', { ...bea, role: 'admin' })).json();
    expect(one.msg).toMatch(
      /^Bea is invited\. No mail server is set up, so nothing was emailed\. Pass on the link shown here yourself\./,
    );
    expect(one.links).toMatchObject([{ name: 'Bea Till' }]);
    const people = [
      { firstname: 'Oli', lastname: 'Park', email: 'oli@park.example' },
      { firstname: '', lastname: '', email: 'nell@gray.example' },
    ];
    const many = (await admin.post('/members/api/admin/invitations', { role: 'member', people })).json();
    expect(many.msg).toMatch(/^2 people invited\. No mail server is set up, .* the links shown here yourself\.$/);
    expect(many.links).toMatchObject([{ name: 'Oli Park' }, { name: 'nell@gray.example' }]);
    for (const { href } of [...one.links, ...many.links]) {
      // The link is complete, so it can be passed on. In an email without PUBLIC_URL it would be only a path
      const { protocol, pathname } = new URL(href);
      expect(protocol).toBe('http:');
      const { content } = await on.page(pathname);
      expect(content).toMatchObject({ type: 'invitation', link: 'open' });
    }
  },
  undefined,
  undefined,
  { mail: { to: 'folder', send: async () => '' } },
);

onEachSite(
  'with a mail server, inviting shows no links',
  async (on) => {
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    const { msg, links } = (await admin.post('/members/api/admin/invite', { ...bea, role: 'member' })).json();
    expect({ msg, links }).toEqual({
      msg: 'Bea has been sent an invitation. The invitation is valid for two weeks.',
      links: [],
    });
  },
  undefined,
  undefined,
  { mail: createSmtpTransport('smtp://127.0.0.1:9', 'website@players.example') },
);

onEachSite(
  'two thousand people are parsed at once but can’t be invited at once, and a longer list is refused',
  async (on) => {
    const admin = await ruth(on);
    const call = '/members/api/admin/invitations';
    const line = (n: number) => `Zoë\tLark ${n}\tzoe.${n}@x.example\n`;
    const many = (count: number) => Array.from({ length: count }, (_, n) => line(n)).join('');
    const read = await admin.post(`${call}/read`, { list: many(2000) });
    expect(read.json().people).toHaveLength(2000);
    const tooMany = await admin.post(`${call}/read`, { list: many(2001) });
    expect([tooMany.statusCode, tooMany.json().fields.list]).toEqual([400, expect.stringContaining('2,001')]);
    const people = read.json().people.slice(0, 100);
    expect((await admin.post(call, { people })).json()).toMatchObject({ code: 200, sent: 100 });
    expect((await admin.post(call, { people: [...read.json().people] })).statusCode).toBe(400);
    expect((await admin.post(`${call}/read`, { list: '' })).json().fields).toEqual({
      list: 'Paste some names and addresses.',
    });
  },
);
