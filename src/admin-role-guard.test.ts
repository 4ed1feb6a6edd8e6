import { expect } from 'vitest';
import { type OnApp, onEachSite } from '#tests/support/app.ts';

const users = '/members/api/admin/users/:id';
const registrations = '/members/api/admin/registrations/:id';

/** What to send to each call on somebody's account, so that only the rule can refuse it. */
const bodies: Record<string, Record<string, unknown>> = {
  [`${users}/access`]: { version: 1, role: 'member' },
  [`${users}/email`]: { email: 'other@members.example' },
  [`${users}/deactivate`]: {},
  [`${users}/activate`]: {},
  [`${users}/end_sessions`]: {},
  [`${users}/reset_password`]: {},
  [`${users}/remove_second_factor`]: { reason: 'Lost telephone' },
  [`${registrations}/approve`]: {},
  [`${registrations}/decline`]: {},
  [`${registrations}/reconsider`]: {},
};

/** Somebody who was given Admin Tools, and isn't an admin. */
async function helperOf({ a, as }: OnApp) {
  const user = await a.user({ firstname: 'Hal', role: 'author' });
  await a.allow(user, { admin: true });
  return { user, ...(await as(user)) };
}

const accounts = ({ db }: OnApp) => db.read.selectFrom('user').selectAll().orderBy('id').execute();
const only = { code: 403, msg: expect.stringContaining('Only an admin') };

onEachSite('whoever was given Admin Tools without the role changes nothing about an admin’s account', async (on) => {
  const { app, a } = on;
  const helper = await helperOf(on);
  const admins = {
    active: await a.user({ role: 'admin' }),
    deactivated: await a.user({ role: 'admin', status: 'deactivated' }),
    awaiting: await a.user({ role: 'admin', status: 'awaiting' }),
  };
  const calls = app.routes.filter(
    ({ path, changes }) => changes && (path.startsWith(users) || path.startsWith(registrations)),
  );
  expect(calls.map(({ path }) => path).sort()).toEqual(Object.keys(bodies).toSorted());
  const session = (await on.as(admins.active)).get;
  const before = await accounts(on);
  for (const { path } of calls) {
    for (const [status, { id }] of Object.entries(admins)) {
      const answer = await helper.post(path.replace(':id', id), bodies[path] ?? {});
      expect({ path, status, answer: answer.json() }).toEqual({ path, status, answer: only });
    }
  }
  for (const decision of ['approve', 'decline']) {
    const several = { users: [admins.awaiting.id] };
    expect((await helper.post(`/members/api/admin/registrations/${decision}`, several)).json()).toEqual(only);
  }
  expect(await accounts(on)).toEqual(before);
  expect((await session('/members/dashboard')).statusCode).toBe(200);
  expect(await on.db.read.selectFrom('mail').select('id').execute()).toEqual([]);
});

onEachSite('whoever was given Admin Tools without the role makes nobody an admin', async (on) => {
  const helper = await helperOf(on);
  const member = await on.a.user();
  const before = await accounts(on);
  const make = (id: string, version: number) =>
    helper.post(`/members/api/admin/users/${id}/access`, { version, role: 'admin', admin: 'yes' });
  const tried = [
    await make(helper.user.id, 1),
    await make(member.id, 1),
    await helper.post('/members/api/admin/invite', {
      firstname: 'Hal',
      lastname: 'Two',
      email: 'hal.two@members.example',
      role: 'admin',
    }),
    await helper.post('/members/api/admin/invitations', {
      role: 'admin',
      people: [{ firstname: 'Hal', lastname: 'Three', email: 'hal.three@members.example' }],
    }),
  ];
  expect(tried.map((answer) => answer.json())).toEqual(tried.map(() => only));
  expect(await accounts(on)).toEqual(before);
  expect(await on.db.read.selectFrom('invitation').select('id').execute()).toEqual([]);
});

onEachSite('whoever was given Admin Tools looks after everybody else', async (on) => {
  const helper = await helperOf(on);
  const member = await on.a.user({ firstname: 'Mia' });
  const access = { version: 1, role: 'author', bookings: 'yes' };
  expect((await helper.post(`/members/api/admin/users/${member.id}/access`, access)).statusCode).toBe(200);
  expect((await helper.post(`/members/api/admin/users/${member.id}/deactivate`, {})).statusCode).toBe(200);
  const people = [{ firstname: 'Ned', lastname: 'Ash', email: 'ned@members.example' }];
  expect((await helper.post('/members/api/admin/invitations', { role: 'author', people })).statusCode).toBe(200);
});

onEachSite('an invitation as admin is neither withdrawn nor brought back by somebody who is none', async (on) => {
  const [admin, helper] = [await on.as(await on.a.user({ role: 'admin' })), await helperOf(on)];
  const ned = { firstname: 'Ned', lastname: 'Ash', email: 'ned@members.example', role: 'admin' };
  expect((await admin.post('/members/api/admin/invite', ned)).statusCode).toBe(200);
  const { id } = await on.db.read.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
  const call = (what: string) => `/members/api/admin/invitations/${id}/${what}`;
  expect((await helper.post(call('withdraw'), {})).json()).toEqual(only);
  expect((await admin.post(call('withdraw'), {})).statusCode).toBe(200);
  expect((await helper.post(call('restore'), {})).json()).toEqual(only);
});

onEachSite('an invitation as admin is not put away by another to the same address', async (on) => {
  const [admin, helper] = [await on.as(await on.a.user({ role: 'admin' })), await helperOf(on)];
  const ned = { firstname: 'Ned', lastname: 'Ash', email: 'ned@members.example' };
  expect((await admin.post('/members/api/admin/invite', { ...ned, role: 'admin' })).statusCode).toBe(200);
  const invitations = () => on.db.read.selectFrom('invitation').selectAll().execute();
  const before = await invitations();
  const asMember = () => helper.post('/members/api/admin/invite', { ...ned, email: 'Ned@members.example' });
  const byList = () => helper.post('/members/api/admin/invitations', { role: 'member', people: [ned] });
  for (const send of [asMember, byList]) expect((await send()).json()).toEqual(only);
  expect((await byList()).json().msg).toContain('ned@members.example is invited as an admin already.');
  expect(await invitations()).toEqual(before);
  // Once an admin has withdrawn it, or it is too old, there is nothing to put away
  const withdraw = `/members/api/admin/invitations/${before[0]?.id}/withdraw`;
  expect((await admin.post(withdraw, {})).statusCode).toBe(200);
  expect((await asMember()).statusCode).toBe(200);
  expect((await byList()).statusCode).toBe(200);
  expect(await invitations()).toMatchObject([{ role: 'member' }]);
});
