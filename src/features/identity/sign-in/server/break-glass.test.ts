import { expect } from 'vitest';
import { scheduleErasure } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { createFirstAdminLinkPath, createResetLinkPath, makeAdmin, revokeSessionsAndLinks } from './break-glass.ts';

const password = 'a lamp, a rope and a bucket';
const now = '2026-11-21T12:00:00.000Z';
const ruth = { firstname: 'Ruth', lastname: 'Marsh', email: 'ruth@mail.example' };
const guy = { firstname: 'Guy', lastname: 'Rope', email: 'guy@mail.example' };

/** Returns the path of the link that a starting server prints. */
async function createLinkPath(on: SiteTestContext, now = new Date().toISOString()): Promise<string> {
  const path = await createFirstAdminLinkPath(on.db, now);
  if (path === undefined) throw new Error('No path was printed.');
  return path;
}

const openPage = async (on: SiteTestContext, path: string) => (await on.page(path)).content;

const join = (on: SiteTestContext, path: string, who: typeof ruth) =>
  on.post('/members/api/register', {
    ...who,
    password,
    confirm_password: password,
    invitation: path.slice(path.lastIndexOf('/') + 1),
  });

const admins = async ({ db }: SiteTestContext) =>
  (await db.read.selectFrom('user').select('email').where('role', '=', 'admin').execute()).map(({ email }) => email);

onEachSite('first-admin links of instances started together are all valid until one is used', async (on) => {
  const [one, other] = await Promise.all([createLinkPath(on), createLinkPath(on)]);
  expect(await openPage(on, one)).toMatchObject({ link: 'open' });
  expect(await openPage(on, other)).toMatchObject({ link: 'open' });

  expect((await join(on, one, ruth)).statusCode).toBe(200);
  expect(await openPage(on, other)).toMatchObject({ link: 'unknown' });
  expect((await join(on, other, guy)).statusCode).toBe(409);
  expect(await admins(on)).toEqual([ruth.email]);
  expect(await createFirstAdminLinkPath(on.db, new Date().toISOString())).toBeUndefined();
});

onEachSite('if two people use two first-admin links at once, only one becomes an admin', async (on) => {
  const [one, other] = [await createLinkPath(on), await createLinkPath(on)];
  const answers = await Promise.all([join(on, one, ruth), join(on, other, guy)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await admins(on)).toHaveLength(1);
});

onEachSite('a server start invalidates first-admin links that are more than ten minutes old', async (on) => {
  const earlier = await createLinkPath(on, new Date(Date.now() - 11 * 60_000).toISOString());
  const latest = await createLinkPath(on);
  expect(await openPage(on, earlier)).toMatchObject({ link: 'unknown' });
  expect(await openPage(on, latest)).toMatchObject({ link: 'open' });
});

onEachSite('an old first-admin link creates no second admin once a member has been made an admin', async (on) => {
  const path = await createLinkPath(on);
  const { email } = await on.a.user({ role: 'member', email: 'vera@players.example' });
  await makeAdmin(on.db, email, new Date().toISOString());
  expect(await openPage(on, path)).toMatchObject({ link: 'unknown' });
  expect((await join(on, path, guy)).statusCode).toBe(409);
  expect(await admins(on)).toEqual([email]);
});

onEachSite('restoring a backup ends all sessions and invalidates links for new passwords and addresses', async (on) => {
  const user = await on.a.user({ email: ruth.email });
  const browser = await on.as(user);
  await browser.post('/members/api/account_settings/change_email', { email: 'ruth@new.example' });
  const links = (
    (await listSentMails(on.db.read)).map(({ text }) => text).join() +
    (await createResetLinkPath(on.db, ruth.email, now))
  ).match(/\/members\/(?:email|reset)\/[\w-]+/g);
  const states = async () => Promise.all((links ?? []).map(async (path) => (await openPage(on, path)).link));
  expect([(await browser.page('/members/account_settings')).status, await states()]).toEqual([200, ['open', 'open']]);
  await revokeSessionsAndLinks(on.db, now);
  expect([(await browser.page('/members/account_settings')).status, await states()]).toEqual([
    401,
    ['unknown', 'unknown'],
  ]);
  const last = on.db.read.selectFrom('audit').select('action').orderBy('at', 'desc').orderBy('id');
  expect(await last.execute()).toContainEqual({ action: 'sessions.ended' });
});

onEachSite('making a user an admin on the server ends their sessions and cancels their erasure', async (on) => {
  const user = await on.a.user({ role: 'member', email: ruth.email, status: 'deactivated' });
  const due_at = '2026-12-21T12:00:00.000Z';
  await write(on.db, (tx) =>
    scheduleErasure(tx, { user_id: user.id, shown_as: 'printed', asked_at: now, due_at, kept_shut: 1 }),
  );
  // This session was opened before the account was disabled, on a device at the hall
  const browser = await on.as(user);
  await makeAdmin(on.db, ruth.email, now);
  expect((await browser.page('/members/account_settings')).status).toBe(401);
  const boss = await on.as(user);
  expect((await boss.page(`/members/admin/manage_users/${user.id}`)).content).toMatchObject({
    user: { role: 'admin', status: 'active' },
    erased_on: '',
  });
});

onSite('no password reset link is printed for an account that can’t be signed in to', async (on) => {
  await on.a.user({ email: ruth.email, status: 'deactivated' });
  await on.a.user({ email: guy.email, status: 'awaiting' });
  await expect(createResetLinkPath(on.db, ruth.email, now)).rejects.toThrow('is disabled');
  await expect(createResetLinkPath(on.db, guy.email, now)).rejects.toThrow('still has to be approved');
});

onSite(
  'a password set with a link from the server is logged without the claim that the link was emailed',
  async (on) => {
    const user = await on.a.user({ email: ruth.email });
    const path = await createResetLinkPath(on.db, ruth.email, new Date().toISOString());
    const token = path.slice(path.lastIndexOf('/') + 1);
    const sent = await on.post('/members/api/reset', { token, new_password: password, confirm_new_password: password });
    expect(sent.statusCode).toBe(200);
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    const { noted } = (await admin.page(`/members/admin/manage_users/${user.id}`)).content as Page<'manage_user'>;
    expect(noted.map(({ what }) => what).join()).toContain('set a new password with a link');
  },
);
