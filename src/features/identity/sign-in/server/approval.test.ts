import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';

const call = (decision: string) => `/members/api/admin/registrations/${decision}`;

const admin = async (on: SiteTestContext) =>
  on.as(await on.a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));

const waiting = (on: SiteTestContext, names: readonly string[]) =>
  Promise.all(names.map((firstname) => on.a.user({ firstname, lastname: 'Ash', status: 'awaiting' })));

const listStatuses = async ({ db }: SiteTestContext, users: readonly { id: string }[]) => {
  const rows = await db.read.selectFrom('user').select(['id', 'status']).execute();
  return users.map(({ id }) => rows.find((row) => row.id === id)?.status);
};

const idsOf = (users: readonly { id: string }[]) => users.map(({ id }) => id);

onEachSite(
  'several users can be approved at once; each of them is emailed, and each approval is logged',
  async (on) => {
    const { post } = await admin(on);
    const users = await waiting(on, ['Ann', 'Bob', 'Cy']);
    const [ann, bob] = users;
    const answer = await post(call('approve'), { users: idsOf(users) });
    expect(answer.json()).toEqual({
      code: 200,
      msg: 'Ann Ash, Bob Ash and Cy Ash can sign in now, and have been told.',
      users: idsOf(users),
    });
    expect(await listStatuses(on, users)).toEqual(['active', 'active', 'active']);
    const mails = await on.db.read.selectFrom('mail').select(['to', 'subject']).execute();
    expect(mails.map(({ to }) => to).sort()).toEqual(users.map(({ email }) => email).sort());
    for (const { subject } of mails) expect(subject).toContain('Welcome');
    const log = await on.db.read.selectFrom('audit').select('subject').where('action', '=', 'registration.approved');
    expect((await log.execute()).map(({ subject }) => subject).sort()).toEqual(idsOf(users).sort());

    const alone = await post(call(`${ann?.id}/approve`), {});
    expect(alone.json()).toMatchObject({ code: 409, msg: expect.stringContaining('already dealt with Ann Ash') });
    expect(await listStatuses(on, bob ? [bob] : [])).toEqual(['active']);
  },
);

onEachSite('a bulk approval approves the undecided users and names those who were already dealt with', async (on) => {
  const { post } = await admin(on);
  const users = await waiting(on, ['Ann', 'Bob', 'Cy']);
  const [ann, bob, cy] = idsOf(users);
  await post(call(`${bob}/decline`), {});
  const answer = await post(call('approve'), { users: [ann, ann, bob, cy] });
  expect(answer.json()).toEqual({
    code: 200,
    msg: 'Ann Ash and Cy Ash can sign in now, and have been told. Someone has already dealt with Bob Ash. Please reload the list.',
    users: [ann, cy],
  });
  expect(await listStatuses(on, users)).toEqual(['active', 'deactivated', 'active']);
  expect((await post(call('approve'), { users: [ann, bob, cy] })).statusCode).toBe(409);
});

onEachSite('undoing the decline of several registrations makes the users wait for approval again', async (on) => {
  const { post } = await admin(on);
  const users = await waiting(on, ['Ann', 'Bob']);
  const refused = await post(call('decline'), { users: idsOf(users) });
  expect(refused.json().msg).toBe('Ann Ash and Bob Ash can’t sign in and haven’t been notified.');
  expect(await on.db.read.selectFrom('mail').select('to').execute()).toEqual([]);
  const back = await post(call('reconsider'), { users: refused.json().users });
  expect(back.json().msg).toBe('Ann Ash and Bob Ash are waiting for approval again.');
  expect(await listStatuses(on, users)).toEqual(['awaiting', 'awaiting']);
});

onSite(
  'reopening the account of somebody who was declined approves their registration and welcomes them',
  async (on) => {
    const { post } = await admin(on);
    const [ann] = await waiting(on, ['Ann']);
    await post(call(`${ann?.id}/decline`), {});
    const answer = await post(`/members/api/admin/users/${ann?.id}/activate`, {});
    expect(answer.json().msg).toBe('Ann Ash can sign in now. We’ve emailed them.');
    const [mail] = await on.db.read.selectFrom('mail').select('subject').execute();
    expect(mail?.subject).toContain('Welcome');
    // The log keeps the name that was approved, because the account's data is also found under that name
    const log = on.db.read
      .selectFrom('audit')
      .select(['subject', 'detail'])
      .where('action', '=', 'registration.approved');
    expect(await log.execute()).toEqual([{ subject: ann?.id, detail: 'Ann Ash' }]);
  },
);

onEachSite('a bulk decision covers at most one page of users, and is refused if it names nobody', async (on) => {
  const { post } = await admin(on);
  expect((await post(call('approve'), { users: [] })).json()).toMatchObject({
    code: 400,
    fields: { users: expect.any(String) },
  });
  const many = Array.from({ length: 51 }, (_, n) => `nobody-of-all-${String(n).padStart(2, '0')}`);
  expect((await post(call('approve'), { users: many })).statusCode).toBe(400);
  expect((await post(call('approve'), { users: many.slice(1) })).statusCode).toBe(404);
});
