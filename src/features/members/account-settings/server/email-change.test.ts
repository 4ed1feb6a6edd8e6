import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

const password = 'a lamp in the window';
const hashed = createQuickHashing().hash(password);
const settings = '/members/api/account_settings';
const change = `${settings}/change_email`;

const ruth = async ({ a }: SiteTestContext) => a.user({ email: 'ruth@old.example', password_hash: await hashed });
const mailsTo = async ({ db }: SiteTestContext, to: string) =>
  (await listSentMails(db.read)).filter((mail) => mail.to === to);
const linkTo = async (on: SiteTestContext, to: string) =>
  (await mailsTo(on, to)).map(({ text }) => /\/members\/email\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
const signIn = async (on: SiteTestContext, email: string) =>
  (await on.post('/members', { email, password })).statusCode;

onEachSite(
  'a new email address takes effect once the emailed link is used, and both addresses are notified',
  async (on) => {
    const user = await ruth(on);
    const browser = await on.as(user);
    expect((await browser.post(change, { email: 'ruth@new.example' })).json()).toMatchObject({ code: 200 });
    expect((await mailsTo(on, 'ruth@old.example'))[0]?.text).toContain('You asked to use ruth@new.example');
    // Nothing has changed yet
    expect(await signIn(on, 'ruth@old.example')).toBe(200);
    const token = await linkTo(on, 'ruth@new.example');
    expect((await on.page(`/members/email/${token}`)).content).toMatchObject({
      link: 'open',
      email: 'ruth@new.example',
    });
    // Opening the link, as mail programs do, doesn't use it up
    const confirm = async () => (await on.post('/members/api/confirm_email', { token })).statusCode;
    expect([await confirm(), await confirm()]).toEqual([200, 409]);
    expect(await signIn(on, 'ruth@old.example')).toBe(401);
    expect(await signIn(on, 'ruth@new.example')).toBe(200);
    for (const to of ['ruth@old.example', 'ruth@new.example']) {
      const said = (await mailsTo(on, to)).map(({ text }) => text).join();
      expect(said).toContain('you now sign in as ruth@new.example');
    }
  },
);

onSite(
  'a request for an address that already has an account gets the usual response, but emails no link',
  async (on) => {
    await on.a.user({ email: 'known@mail.example' });
    const browser = await on.as(await ruth(on));
    const ask = async (email: string) => (await browser.post(change, { email })).body.replaceAll(email, 'it');
    expect(await ask('known@mail.example')).toBe(await ask('nobody@mail.example'));
    expect((await mailsTo(on, 'known@mail.example'))[0]?.subject).toMatch(/already has an account with /);
    expect(await linkTo(on, 'known@mail.example')).toBe('');
  },
);

onEachSite(
  'the link that confirms a new address is refused once the password changes or the address is taken',
  async (on) => {
    const user = await ruth(on);
    const browser = await on.as(user);
    await browser.post(change, { email: 'thief@new.example' });
    const again = 'three odd lanterns hang';
    const changed = { old_password: password, new_password: again, confirm_new_password: again };
    expect((await browser.post('/members/api/account_settings/change_password', changed)).statusCode).toBe(200);
    const token = await linkTo(on, 'thief@new.example');
    expect((await on.post('/members/api/confirm_email', { token })).statusCode).toBe(409);

    await browser.post(change, { email: 'ruth@new.example' });
    await on.a.user({ email: 'ruth@new.example' });
    const late = await linkTo(on, 'ruth@new.example');
    expect((await on.post('/members/api/confirm_email', { token: late })).statusCode).toBe(409);
  },
);

onSite('a fourth request for the same new address is refused, and the message says to wait', async (on) => {
  await on.a.user({ email: 'known@mail.example' });
  const browser = await on.as(await ruth(on));
  for (const email of ['ruth@new.example', 'known@mail.example']) {
    for (let n = 0; n < 3; n++) expect((await browser.post(change, { email })).statusCode).toBe(200);
    // A request for another address invalidates the links that were sent to this one
    await browser.post(change, { email: `other.${email}` });
    const refused = await browser.post(change, { email });
    expect([refused.statusCode, refused.json().msg]).toEqual([429, expect.stringContaining('Wait')]);
    expect(await mailsTo(on, email)).toHaveLength(3);
  }
});

type Browser = Awaited<ReturnType<SiteTestContext['as']>>;

/** Actions that invalidate the link to a new email address that a stranger with access to the account has requested. */
const invalidatingActions: Record<
  string,
  (on: SiteTestContext, ruth: { id: string }, home: Browser) => Promise<unknown>
> = {
  'all other devices are signed out': (_, __, home) => home.post(`${settings}/sessions/end_others`, {}),
  'that session’s device is signed out': async (_, __, home) => {
    const { sessions } = (await home.page('/members/account_settings')).content;
    const other = (sessions as { id: string; current: boolean }[]).find(({ current }) => !current);
    return home.post(`${settings}/sessions/${other?.id}/end`, {});
  },
  'a second factor is set up': async (_, __, home) => {
    const { two_factor } = (await home.page('/members/account_settings')).content;
    const secret = Secret.fromBase32((two_factor as { secret: string }).secret.replaceAll(' ', ''));
    const otp_code = new TOTP({ secret }).generate({ timestamp: Date.parse('2026-11-21T12:00:00Z') });
    return home.post(`${settings}/two_factor`, { otp_code });
  },
  'an admin signs the member out everywhere': async (on, { id }) =>
    (await on.as(await on.a.user({ role: 'admin' }))).post(`/members/api/admin/users/${id}/end_sessions`, {}),
  'an admin changes the member’s role': async (on, { id }) =>
    (await on.as(await on.a.user({ role: 'admin' }))).post(`/members/api/admin/users/${id}/access`, {
      ...{ version: 1, role: 'author' },
    }),
};

for (const [what, invalidateLink] of Object.entries(invalidatingActions)) {
  onEachSite(
    `the confirmation link of an email change requested in another session is refused once ${what}`,
    async (on) => {
      const user = await ruth(on);
      const [home, stolen] = [await on.as(user), await on.as(user)];
      await stolen.post(change, { email: 'thief@new.example' });
      const token = await linkTo(on, 'thief@new.example');
      expect((await on.page(`/members/email/${token}`)).content).toMatchObject({ link: 'open' });
      expect(await invalidateLink(on, user, home)).toMatchObject({ statusCode: 200 });
      expect((await on.post('/members/api/confirm_email', { token })).statusCode).toBe(409);
      expect((await on.page(`/members/email/${token}`)).content).not.toMatchObject({ link: 'open' });
      expect(await signIn(on, 'thief@new.example')).toBe(401);
    },
  );
}

onSite('a change of email address by an admin is reported to both addresses with the admin’s name', async (on) => {
  const user = await ruth(on);
  await on.a.user({ email: 'known@mail.example' });
  const admin = await on.as(await on.a.user({ role: 'admin', firstname: 'Deborah', lastname: 'Sharpe' }));
  const put = (email: string) => admin.post(`/members/api/admin/users/${user.id}/email`, { email });
  expect((await put('Known@mail.example')).statusCode).toBe(409);
  expect((await put('ruth@new.example')).statusCode).toBe(200);
  expect(await signIn(on, 'ruth@new.example')).toBe(200);
  for (const to of ['ruth@old.example', 'ruth@new.example']) {
    expect((await mailsTo(on, to))[0]?.text).toContain('Deborah Sharpe has changed the email address');
  }
});

onSite('an admin who enters an account’s current email address is refused, and nobody is emailed', async (on) => {
  const user = await ruth(on);
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const put = () => admin.post(`/members/api/admin/users/${user.id}/email`, { email: 'Ruth@new.example' });
  expect((await put()).json().msg).toContain('We’ve emailed both addresses.');
  expect((await put()).statusCode).toBe(409);
  for (const to of ['ruth@old.example', 'Ruth@new.example']) expect(await mailsTo(on, to)).toHaveLength(1);
});
