import { readFileSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { makeAdmin } from '#features/identity/sign-in/server/break-glass.ts';
import { mediaPersonalData } from '#features/publishing/media/server/store.ts';
import { scheduleErasure } from '#features/society/accounts/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { escapeMarkup } from '#platform/server/formats/xml.ts';
import { mailPersonalData } from '#platform/server/mail/feature.ts';
import { queueEmail } from '#platform/server/mail/index.ts';
import { getCookie, onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { contributions, eraseDueAccounts } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';

const personalData = contributions('personalData');

const password = 'a lamp in the window';
const hashed = createQuickHashing().hash(password);
const email = 'ruth@players.example';
const fields = { shown_as: 'initials', sure: 'on' };
const dueDay = '2026-12-21T12:00:00.000Z';

const member = async ({ a }: SiteTestContext, some: Parameters<SiteTestContext['a']['user']>[0] = {}) =>
  a.user({ email, firstname: 'Ruth', lastname: 'Calloway', password_hash: await hashed, ...some });
const requestErasure = async (on: SiteTestContext, user: { id: string }, some: object = {}) =>
  (await (await on.as(user)).post('/members/api/account_settings/erase', { ...fields, ...some })).json();
const signIn = (on: SiteTestContext, typed = password) => on.post('/members', { email, password: typed });
const findAccountState = async ({ db }: SiteTestContext, { id }: { id: string }) => {
  const row = await db.read.selectFrom('user').select('status').where('id', '=', id).executeTakeFirst();
  const due = await db.read.selectFrom('erasure').select('due_at').where('user_id', '=', id).executeTakeFirst();
  return [row?.status, due?.due_at];
};
const entries = async ({ db }: SiteTestContext) =>
  (await db.read.selectFrom('audit').select('action').execute()).map(({ action }) => action).sort();

/**
 * Sets up an authenticator app. The returned function gives the app's code for a time, counted in steps of thirty
 * seconds after noon.
 */
async function setUpAuthenticator(on: SiteTestContext, user: { id: string }) {
  const browser = await on.as(user);
  const { two_factor } = (await browser.page('/members/account_settings')).content;
  const { secret } = two_factor as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  const shows = (steps: number) =>
    totp.generate({ timestamp: Date.parse('2026-11-21T12:00:00.000Z') + steps * 30_000 });
  const answer = await browser.post('/members/api/account_settings/two_factor', { otp_code: shows(0) });
  expect(answer.statusCode).toBe(200);
  return shows;
}

onEachSite(
  'requesting erasure disables the account at once, ends every session and emails the date of the erasure',
  async (on) => {
    const user = await member(on);
    const elsewhere = await on.as(user);
    expect(await requestErasure(on, user)).toEqual({
      code: 200,
      msg: 'Your account has been disabled and will be erased on 21 December 2026. Sign in before then to keep it.',
    });
    expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);
    expect((await elsewhere.get('/members/dashboard')).statusCode).toBe(401);
    const mail = await on.db.read.selectFrom('mail').select(['to', 'text']).executeTakeFirstOrThrow();
    expect(mail.to).toBe(email);
    expect(mail.text).toContain('will be erased on 21 December 2026');
  },
);

onEachSite('the date of the erasure is in the society’s time zone', async (on) => {
  const user = await member(on);
  // In London it is half past midnight on the 11th, because of summer time
  on.at('2026-06-10T23:30:00.000Z');
  expect((await requestErasure(on, user)).msg).toContain('11 July 2026');
});

onEachSite('an erasure request without the confirmation, or with an invalid choice of name, is refused', async (on) => {
  const user = await member(on);
  expect(await requestErasure(on, user, { sure: '' })).toMatchObject({
    code: 400,
    fields: { sure: 'Tick this box to confirm.' },
  });
  expect(await requestErasure(on, user, { shown_as: 'nobody' })).toMatchObject({
    code: 400,
    fields: { shown_as: 'Choose how your credits should name you.' },
  });
  expect(await findAccountState(on, user)).toEqual(['active', undefined]);
});

onEachSite('signing in within thirty days cancels the erasure with a notice; a wrong password doesn’t', async (on) => {
  const user = await member(on);
  await requestErasure(on, user);
  expect((await signIn(on, 'another lamp')).statusCode).toBe(401);
  expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);
  on.at('2026-12-20T12:00:00.000Z');
  expect((await signIn(on)).json()).toMatchObject({
    code: 200,
    kept: true,
    msg: expect.stringContaining('been cancelled'),
  });
  expect(await findAccountState(on, user)).toEqual(['active', undefined]);
  expect(await entries(on)).toEqual(['account.signed_in', 'erasure.cancelled', 'erasure.requested']);
  await eraseDueAccounts(on.db, [], '2027-01-21T12:00:00.000Z');
  expect(await findAccountState(on, user)).toEqual(['active', undefined]);
});

onEachSite('an account that an admin has disabled can’t be reactivated by signing in with its password', async (on) => {
  const user = await member(on, { status: 'deactivated' });
  expect((await signIn(on)).statusCode).toBe(403);
  expect(await findAccountState(on, user)).toEqual(['deactivated', undefined]);
});

onEachSite(
  'with a second factor, a complete sign-in cancels an erasure, but the password alone doesn’t',
  async (on) => {
    const user = await member(on);
    const shows = await setUpAuthenticator(on, user);
    await requestErasure(on, user);
    const half = await signIn(on);
    expect(half.json()).toMatchObject({ code: 401, second_factor: true });
    const cookie = getCookie(half);
    expect((await on.get('/members', { cookie })).body).toContain('One more step');
    expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);
    expect((await on.get('/members/dashboard', { cookie })).statusCode).toBe(401);
    expect((await on.post('/members/api/second_factor', { otp_code: '000000' }, { cookie })).json().code).toBe(400);
    expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);

    const whole = await on.post('/members/api/second_factor', { otp_code: shows(1) }, { cookie });
    expect(whole.json().code).toBe(200);
    expect(await findAccountState(on, user)).toEqual(['active', undefined]);
    expect((await on.get('/members/dashboard', { cookie: getCookie(whole) })).statusCode).toBe(200);
  },
);

onEachSite('a user who is disabled between entering the password and the code isn’t signed in', async (on) => {
  const user = await member(on);
  const shows = await setUpAuthenticator(on, user);
  const cookie = getCookie(await signIn(on));
  await write(on.db, (tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', user.id).execute());
  expect((await on.post('/members/api/second_factor', { otp_code: shows(1) }, { cookie })).statusCode).toBe(401);
  expect(await findAccountState(on, user)).toEqual(['deactivated', undefined]);
});

onEachSite('resetting the password within thirty days and signing in cancels the erasure', async (on) => {
  const user = await member(on);
  await requestErasure(on, user);
  await on.post('/members/api/forgotten', { email });
  const mails = await listSentMails(on.db.read);
  const token = mails.map(({ text }) => /\/members\/reset\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
  expect(token).not.toBe('');
  const fresh = 'a better lamp in the window';
  const set = await on.post('/members/api/reset', { token, new_password: fresh, confirm_new_password: fresh });
  expect(set.json().code).toBe(200);
  expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);
  expect((await signIn(on, fresh)).json().code).toBe(200);
  expect(await findAccountState(on, user)).toEqual(['active', undefined]);
});

onEachSite(
  'the last admin can’t request erasure; if the last two admins ask at once, only one succeeds',
  async (on) => {
    const ruth = await member(on, { role: 'admin' });
    const refused = 'That would leave the site without an admin. Make someone else an admin first.';
    // Other admins without an active account don’t count
    await on.a.user({ role: 'admin', status: 'deactivated' });
    expect(await requestErasure(on, ruth)).toEqual({ code: 409, msg: refused });
    const dee = await on.a.user({ role: 'admin', password_hash: await hashed });
    const answers = await Promise.all([requestErasure(on, ruth), requestErasure(on, dee)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  },
);

onEachSite('an account that an admin reactivated isn’t erased, and its owner can request erasure again', async (on) => {
  const user = await member(on);
  await requestErasure(on, user);
  await write(on.db, (tx) => tx.updateTable('user').set({ status: 'active' }).where('id', '=', user.id).execute());
  on.at('2026-11-25T12:00:00.000Z');
  expect((await requestErasure(on, user)).code).toBe(200);
  expect(await findAccountState(on, user)).toEqual(['deactivated', '2026-12-25T12:00:00.000Z']);
  await write(on.db, (tx) => tx.updateTable('user').set({ status: 'active' }).where('id', '=', user.id).execute());
  await eraseDueAccounts(on.db, [], '2026-12-25T12:00:00.000Z');
  expect(await findAccountState(on, user)).toEqual(['active', undefined]);
});

onEachSite('an account reactivated and later disabled by an admin isn’t erased by the earlier request', async (on) => {
  const user = await member(on);
  await requestErasure(on, user);
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const opened = await admin.post(`/members/api/admin/users/${user.id}/activate`, {});
  expect(opened.json().code).toBe(200);
  const shut = await admin.post(`/members/api/admin/users/${user.id}/deactivate`, {});
  expect(shut.json().code).toBe(200);
  expect((await signIn(on)).statusCode).toBe(403);
  await eraseDueAccounts(on.db, [], '2027-01-21T12:00:00.000Z');
  expect(await findAccountState(on, user)).toEqual(['deactivated', undefined]);
});

onEachSite(
  'an account that an admin disables while its erasure is pending can’t sign in, and is erased',
  async (on) => {
    const user = await member(on);
    await requestErasure(on, user);
    await on.post('/members/api/forgotten', { email });
    const token = (await listSentMails(on.db.read))
      .map(({ text }) => /\/members\/reset\/([\w-]+)/.exec(text)?.[1])
      .find(Boolean);
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    const shut = () => admin.post(`/members/api/admin/users/${user.id}/deactivate`, {});
    expect((await shut()).json()).toMatchObject({ code: 200, msg: expect.stringContaining('still be erased') });
    expect((await shut()).statusCode).toBe(409);
    const page = await admin.page(`/members/admin/manage_users/${user.id}`);
    expect(page.content).toMatchObject({ erased_on: '21 December 2026', kept_shut: true });

    expect((await signIn(on)).json()).toMatchObject({ code: 403, msg: expect.stringContaining('will be erased') });
    // A password reset that was requested earlier is refused too
    const fresh = 'a better lamp in the window';
    const set = await on.post('/members/api/reset', { token, new_password: fresh, confirm_new_password: fresh });
    expect(set.statusCode).toBe(409);
    expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);
    await eraseDueAccounts(on.db, [], dueDay);
    expect(await findAccountState(on, user)).toEqual([undefined, undefined]);
  },
);

onEachSite(
  'reactivating a disabled account cancels its erasure, and signing in cancels a later erasure too',
  async (on) => {
    const user = await member(on);
    await requestErasure(on, user);
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    await admin.post(`/members/api/admin/users/${user.id}/deactivate`, {});
    expect((await admin.post(`/members/api/admin/users/${user.id}/activate`, {})).statusCode).toBe(200);
    expect((await signIn(on)).statusCode).toBe(200);
    expect(await findAccountState(on, user)).toEqual(['active', undefined]);
    await requestErasure(on, user);
    expect((await signIn(on)).json()).toMatchObject({ code: 200, kept: true });
  },
);

onEachSite(
  'a user awaiting erasure who is disabled between entering the password and the code isn’t signed in',
  async (on) => {
    const user = await member(on);
    const shows = await setUpAuthenticator(on, user);
    await requestErasure(on, user);
    const cookie = getCookie(await signIn(on));
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    await admin.post(`/members/api/admin/users/${user.id}/deactivate`, {});
    expect((await on.post('/members/api/second_factor', { otp_code: shows(1) }, { cookie })).statusCode).toBe(401);
    expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);
  },
);

onEachSite('an account that is waiting for approval again on the day of its erasure is erased', async (on) => {
  const user = await member(on);
  await requestErasure(on, user);
  await write(on.db, (tx) => tx.updateTable('user').set({ status: 'awaiting' }).where('id', '=', user.id).execute());
  await eraseDueAccounts(on.db, [], dueDay);
  expect(await findAccountState(on, user)).toEqual([undefined, undefined]);
});

onEachSite('an account whose erasure fails is left unchanged and doesn’t block other erasures', async (on) => {
  const [stuck, free] = [await member(on), await member(on, { email: 'joe@players.example' })];
  await requestErasure(on, stuck);
  await requestErasure(on, free);
  const data = [
    {
      name: 'half of it',
      tables: [],
      about: async () => [],
      erase: async (tx: Parameters<Parameters<typeof write>[1]>[0], { id }: { id: string }) => {
        await tx.updateTable('user').set({ firstname: '' }).where('id', '=', id).execute();
        if (id === stuck.id) throw new Error('a file is in the way');
      },
    },
  ];
  await eraseDueAccounts(on.db, data, dueDay);
  expect(await on.db.read.selectFrom('job').select('status').where('last_error', '<>', '').execute()).toEqual([
    { status: 'waiting' },
  ]);
  expect(await findAccountState(on, free)).toEqual([undefined, undefined]);
  expect(await findAccountState(on, stuck)).toEqual(['deactivated', dueDay]);
  const remaining = await on.db.read.selectFrom('user').select('firstname').where('id', '=', stuck.id).execute();
  expect(remaining).toEqual([{ firstname: 'Ruth' }]);
});

const sentence = 'A bulb on a stand lights the stage, in the way that Ruth Marsh likes';

/** Schedules this member's erasure for `dueDay`, and runs the due erasures on the day after. */
async function eraseAtOnce(on: SiteTestContext, user: { id: string }, data: readonly PersonalData[]) {
  await write(on.db, async (tx) => {
    const asked_at = '2026-11-21T12:00:00.000Z';
    const fields = { user_id: user.id, shown_as: 'member', asked_at, due_at: dueDay, kept_shut: 0 } as const;
    await scheduleErasure(tx, fields);
  });
  await eraseDueAccounts(on.db, data, '2026-12-22T12:00:00.000Z');
}

onEachSite('erasing a member called “in the” leaves other people’s emails and picture texts unchanged', async (on) => {
  const user = await on.a.user({ firstname: 'in', lastname: 'the', email: 'joker@players.example' });
  await on.a.mail({ to: 'dee@players.example', text: 'Look in the mirror.' });
  await on.a.mail({ to: 'JOKER@players.example', text: 'Hello' });
  await on.a.picture(sentence);
  const before = await on.db.read.selectFrom('media').select('alt').execute();
  await eraseAtOnce(on, user, [mediaPersonalData, mailPersonalData]);
  expect(await on.db.read.selectFrom('user').select('id').execute()).toEqual([]);
  expect(await on.db.read.selectFrom('media').select('alt').execute()).toEqual(before);
  expect(await on.db.read.selectFrom('mail').select('text').execute()).toEqual([{ text: 'Look in the mirror.' }]);
});

onSite('erasing a member removes a name with an apostrophe from the HTML of others’ emails too', async (on) => {
  const user = await on.a.user({ firstname: 'Łukasz', lastname: "O'Brien", email: 'lukasz@players.example' });
  const text = "Łukasz O'Brien (lukasz@players.example) wrote.";
  await on.a.mail({ to: 'dee@players.example', text, html: `<p>${escapeMarkup(text)}</p>` });
  await eraseAtOnce(on, user, [mailPersonalData]);
  const left = 'an erased account (an erased account) wrote.';
  expect(await on.db.read.selectFrom('mail').select(['text', 'html']).execute()).toEqual([
    { text: left, html: `<p>${left}</p>` },
  ]);
});

onEachSite('erasing an account that bears another person’s name leaves that name in posts and emails', async (on) => {
  const user = await on.a.user({ firstname: 'Ruth', lastname: 'Marsh' });
  await on.a.post({ author: 'Ruth Marsh' });
  await on.a.mail({ to: 'dee@players.example', text: 'Ruth Marsh will be there.' });
  await eraseAtOnce(on, user, personalData);
  expect(await on.db.read.selectFrom('post').select('author').execute()).toEqual([{ author: 'Ruth Marsh' }]);
  expect(await on.db.read.selectFrom('mail').select('text').execute()).toEqual([{ text: 'Ruth Marsh will be there.' }]);
});

onEachSite(
  'erasing an approved member removes the name from others’ emails, and admins are asked to check pictures',
  async (on) => {
    const dee = await on.a.user({ role: 'admin', firstname: 'Dee', lastname: 'Moss', email: 'dee@players.example' });
    const user = await on.a.user({ firstname: 'Ruth', lastname: 'Marsh', status: 'awaiting' });
    const approved = await (await on.as(dee)).send('POST', `/members/api/admin/registrations/${user.id}/approve`);
    expect(approved.statusCode).toBe(200);
    await on.a.mail({ to: 'dee@players.example', text: 'RUTH MARSH wrote. Ruth Marshall did not.' });
    await on.a.picture(sentence);
    await on.a.picture('Nobody');
    await eraseAtOnce(on, user, personalData);
    const mails = (await on.db.read.selectFrom('mail').select(['to', 'text']).execute()).map(
      ({ to, text }) => `${to} ${text}`,
    );
    expect(mails).toContain('dee@players.example an erased account wrote. Ruth Marshall did not.');
    const asking = mails.filter((text) => text.includes('https://players.example/members/admin/manage_media?q='));
    expect(asking).toHaveLength(1);
    expect(asking[0]).not.toMatch(/Marsh/);
    const entries = await on.db.read
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'account.erased')
      .execute();
    expect(entries).toEqual([{ detail: expect.stringContaining('/members/admin/manage_media?q=') }]);
    expect(JSON.stringify(await on.db.read.selectFrom('media').select('alt').execute())).toContain(sentence);
  },
);

onEachSite('an account disabled after its erasure was cancelled can’t be reactivated by signing in', async (on) => {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const user = await member(on);
  await requestErasure(on, user);
  // Undoing a decline is refused, because a return to the queue wouldn't delete the record of the erasure
  const again = await admin.post(`/members/api/admin/registrations/${user.id}/reconsider`, {});
  expect(again.json()).toMatchObject({ code: 409, msg: expect.stringContaining('erased') });
  expect(await findAccountState(on, user)).toEqual(['deactivated', dueDay]);
  // The server's command that makes the owner an admin also cancels the erasure
  await makeAdmin(on.db, email, '2026-11-21T12:00:00.000Z');
  expect((await admin.post(`/members/api/admin/users/${user.id}/deactivate`, {})).statusCode).toBe(200);
  expect((await signIn(on)).statusCode).toBe(403);
  expect(await findAccountState(on, user)).toEqual(['deactivated', undefined]);
});

onEachSite('an erasure removes the name, messages and feedback from emails to others', async (on) => {
  await on.a.settings({ contactEmail: 'committee@players.example', webmasterMail: 'web@players.example' });
  const user = await member(on, { firstname: 'Zebulon', lastname: 'Quackenbush' });
  const own = await on.as(user);
  const written = {
    name: 'Zebulon Quackenbush',
    contact: email,
    subject: 'Tickets',
    message: 'The words xylophone one',
  };
  expect((await own.post('/api/contact', written)).statusCode).toBe(200);
  const feedback = { about: 'idea', message: 'The words xylophone two' };
  expect((await own.post('/members/api/feedback', feedback)).statusCode).toBe(200);
  expect((await listSentMails(on.db.read)).filter(({ text }) => text.includes('xylophone'))).toHaveLength(2);
  await write(on.db, (tx) =>
    queueEmail(tx, {
      ...{
        id: 'reportofalook001',
        idempotencyKey: 'emergency contacts 1 x',
        to: 'chair@players.example',
        fromName: '',
        at: dueDay,
      },
      ...{ subject: 'Zebulon Quackenbush looked', text: `Zebulon Quackenbush (${email}) looked at contacts.` },
    }),
  );
  await requestErasure(on, user);
  await eraseDueAccounts(on.db, personalData, '2027-01-21T12:00:00.000Z');
  const left = JSON.stringify(await on.db.read.selectFrom('mail').selectAll().execute());
  for (const mark of ['xylophone', 'Quackenbush', email])
    expect({ mark, left: left.includes(mark) }).toEqual({ mark, left: false });
  expect(left).toContain('an erased account');
});

onSite('the name of an erased user is nowhere in the database file', async (on) => {
  const { file } = on.place;
  if (file === undefined) throw new Error('SQLite has a file.');
  const user = await member(on, { firstname: 'Zebulon', lastname: 'Quackenbush' });
  // There are many emails, so that deleting them frees whole database pages
  await write(on.db, async (tx) => {
    for (let number = 0; number < 60; number += 1) {
      const mail = { id: `zebulonsmail${1000 + number}`, idempotencyKey: `zebulon ${number}`, to: email, at: dueDay };
      const text = 'Dear Zebulon Quackenbush, your place is kept. '.repeat(20);
      await queueEmail(tx, { ...mail, fromName: '', subject: 'For Zebulon', text });
    }
  });
  const countWords = () => {
    const checkpoint = new BetterSqlite(file);
    checkpoint.pragma('wal_checkpoint(truncate)');
    checkpoint.close();
    return readFileSync(file).toString('latin1').split('Zebulon').length - 1;
  };
  expect(countWords()).toBeGreaterThan(60);
  await requestErasure(on, user);
  await eraseDueAccounts(on.db, personalData, dueDay);
  expect(await on.db.read.selectFrom('user').select('id').where('id', '=', user.id).execute()).toEqual([]);
  expect(countWords()).toBe(0);
});
