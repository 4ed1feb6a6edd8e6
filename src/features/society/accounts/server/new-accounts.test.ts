import { expect } from 'vitest';
import { InviteUsersContent } from '#features/identity/users/contract.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

const password = 'a lamp, a rope and a bucket';
const hashed = createQuickHashing().hash(password);
const zoe = { firstname: 'Zoë', lastname: 'Lark', email: 'zoe@mail.example' };
const invitations = '/members/api/admin/invitations';

const vera = (on: SiteTestContext, some: object = {}) =>
  on.a.user({ role: 'admin', firstname: 'Vera', lastname: 'Chair', ...some });

/** Invites Zoë; returns the token in her email. */
async function invite(on: SiteTestContext, by: { id: string }, role: string): Promise<string> {
  const before = new Set((await listSentMails(on.db.read)).map(({ id }) => id));
  const answer = await (await on.as(by)).post('/members/api/admin/invite', { ...zoe, role });
  expect(answer.json()).toMatchObject({ code: 200 });
  const mail = (await listSentMails(on.db.read)).find(({ id, to }) => to === zoe.email && !before.has(id));
  return /\/members\/invitation\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const accept = (on: SiteTestContext, invitation: string, some: object = {}) =>
  on.post('/members/api/register', { ...zoe, password, confirm_password: password, invitation, ...some });

const roles = async ({ db }: SiteTestContext, email = zoe.email) =>
  db.read.selectFrom('user').select(['role', 'status']).where('email', '=', email).execute();

/** Changes to the sender of an invitation, after which the sender may no longer give the role in it. */
const taken = {
  'is disabled': (on: SiteTestContext, { id }: { id: string }) =>
    on.db.write((tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', id).execute()),
  'loses the role': (on: SiteTestContext, { id }: { id: string }) =>
    on.db.write((tx) => tx.updateTable('user').set({ role: 'member' }).where('id', '=', id).execute()),
  'loses Admin Tools': (on: SiteTestContext, user: { id: string }) => on.a.allow(user, { admin: false }),
  'is deleted': (on: SiteTestContext, { id }: { id: string }) =>
    on.db.write((tx) => tx.deleteFrom('user').where('id', '=', id).execute()),
};

for (const [what, take] of Object.entries(taken)) {
  onEachSite(`an invitation becomes invalid when its sender ${what}, and is listed as ended`, async (on) => {
    const [sender, other] = [await vera(on), await vera(on)];
    const token = await invite(on, sender, 'admin');
    const browser = await on.as(other);
    const listed = async () =>
      InviteUsersContent.parse((await browser.page('/members/admin/manage_users/invite')).content).invited;
    expect(await listed()).toMatchObject([{ ended: false }]);
    await take(on, sender);
    expect(await listed()).toMatchObject([{ ended: true }]);
    expect((await on.page(`/members/invitation/${token}`)).content).toMatchObject({ link: 'unknown', typed: {} });
    const refused = await accept(on, token);
    expect([refused.statusCode, refused.json().msg]).toEqual([409, expect.stringContaining('withdrawn')]);
    expect(await roles(on)).toEqual([]);
    // The preview of a pasted list shows Zoë as new, because she has no valid invitation
    const list = 'Zoë Lark <zoe@mail.example>';
    expect((await browser.post(`${invitations}/read`, { list })).json().people[0].status).toBe('new');
    expect((await accept(on, await invite(on, other, 'admin'))).statusCode).toBe(200);
    expect(await roles(on)).toEqual([{ role: 'admin', status: 'active' }]);
  });
}

onSite('an earlier invitation as admin becomes invalid when its sender may invite only members', async (on) => {
  const sender = await vera(on);
  const asAdmin = await invite(on, sender, 'admin');
  await on.db.write((tx) => tx.updateTable('user').set({ role: 'author' }).where('id', '=', sender.id).execute());
  await on.a.allow(sender, { admin: true });
  expect((await accept(on, asAdmin)).statusCode).toBe(409);
  expect((await accept(on, await invite(on, sender, 'member'))).statusCode).toBe(200);
  expect(await roles(on)).toEqual([{ role: 'member', status: 'active' }]);
});

onSite(
  'a person whose invitation becomes invalid before the address is confirmed has to wait for approval',
  async (on) => {
    const sender = await vera(on);
    await vera(on);
    const token = await invite(on, sender, 'member');
    const email = 'friend@mail.example';
    await accept(on, token, { email });
    await taken['is disabled'](on, sender);
    const texts = (await listSentMails(on.db.read)).filter(({ to }) => to === email).map(({ text }) => text);
    const link = /\/members\/confirm\/([\w-]+)/.exec(texts.join())?.[1];
    expect((await on.post('/members/api/confirm', { token: link, password })).statusCode).toBe(200);
    expect(await roles(on, email)).toEqual([{ role: 'member', status: 'awaiting' }]);
  },
);

onEachSite(
  'an admin who restores a withdrawn admin invitation must re-authenticate, and becomes the invitation’s sender',
  async (on) => {
    const sender = await vera(on);
    const other = await vera(on, { password_hash: await hashed });
    const token = await invite(on, sender, 'admin');
    const { id } = await on.db.read.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
    const browser = await on.as(other);
    on.at('2026-11-21T12:30:00.000Z');
    expect((await browser.post(`${invitations}/${id}/withdraw`, {})).statusCode).toBe(200);
    const restore = () => browser.post(`${invitations}/${id}/restore`, {});
    expect((await restore()).json()).toMatchObject({ code: 403, needs: 'password' });
    expect((await on.page(`/members/invitation/${token}`)).content).toMatchObject({ link: 'unknown' });
    await browser.post('/members/api/reauthenticate', { password });
    expect((await restore()).statusCode).toBe(200);
    await taken['is disabled'](on, sender);
    expect((await accept(on, token)).statusCode).toBe(200);
  },
);

onSite('restoring a withdrawn member invitation requires no re-authentication', async (on) => {
  const sender = await vera(on);
  await invite(on, sender, 'member');
  const { id } = await on.db.read.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
  on.at('2026-11-21T12:30:00.000Z');
  const browser = await on.as(sender);
  on.at('2026-11-21T12:50:00.000Z');
  await browser.post(`${invitations}/${id}/withdraw`, {});
  expect((await browser.post(`${invitations}/${id}/restore`, {})).statusCode).toBe(200);
});

onSite('restoring an invitation that has expired doesn’t say that its link works again', async (on) => {
  const sender = await vera(on);
  await invite(on, sender, 'member');
  const { id } = await on.db.read.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
  on.at('2026-12-06T12:00:00.000Z');
  const browser = await on.as(sender);
  expect((await browser.post(`${invitations}/${id}/withdraw`, {})).statusCode).toBe(200);
  expect((await browser.post(`${invitations}/${id}/restore`, {})).json()).toMatchObject({
    code: 200,
    msg: expect.stringContaining('its link has expired: invite them again'),
  });
});

onEachSite('an invitation isn’t restored once its address has an account', async (on) => {
  const sender = await vera(on);
  await invite(on, sender, 'member');
  const { id, email } = await on.db.read.selectFrom('invitation').select(['id', 'email']).executeTakeFirstOrThrow();
  const browser = await on.as(sender);
  expect((await browser.post(`${invitations}/${id}/withdraw`, {})).statusCode).toBe(200);
  await on.a.user({ email });
  const restored = await browser.post(`${invitations}/${id}/restore`, {});
  expect([restored.statusCode, restored.json().msg]).toEqual([409, expect.stringContaining('already has an account')]);
});

onEachSite('an invited person who registers without the invitation is no longer listed as invited', async (on) => {
  const sender = await vera(on);
  await invite(on, sender, 'member');
  const browser = await on.as(sender);
  const listed = async () =>
    InviteUsersContent.parse((await browser.page('/members/admin/manage_users/invite')).content).invited;
  expect(await listed()).toHaveLength(1);
  await on.a.user({ email: 'Zoe@mail.example', status: 'awaiting' });
  expect(await listed()).toEqual([]);
});
