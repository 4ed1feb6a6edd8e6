import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished } from 'vitest';
import { recordTestMail } from '#features/administration/mail/server/index.ts';
import { buildInvitation } from '#features/identity/sign-in/server/index.ts';
import { createPlan } from '#features/money/subscriptions/server/index.ts';
import {
  buildSession,
  consumeInvitation,
  createInvitation,
  createSession,
  hasNoOtherAccountOrInvitation,
  sessionCookie,
} from '#features/society/accounts/server/index.ts';
import { saveSettings } from '#features/society/settings/server/index.ts';
import { backupMadeAction, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { createFileTransport, createSmtpTransport, type MailTransport } from '#platform/server/mail/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { dataKey, onEachSite, onSite } from '#tests/support/site/app.ts';
import { createTemporaryFolder, onEachEngine } from '#tests/support/site/engines.ts';
import { findFreePort } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { buildApp } from '../../../../app.ts';
import { AdminToolsContent } from '../contract.ts';

const at = '2026-11-21T12:00:00.000Z';

onSite('a new society sees the remaining getting-started steps, and can dismiss the list', async ({ a, as, db }) => {
  const { page, send, get } = await as(await a.user({ role: 'admin' }));
  const steps = async () => AdminToolsContent.strict().parse((await page('/members/admin')).content).first_hour;
  const left = async () => (await steps()).flatMap(({ key, done }) => (done ? [] : [key]));
  const optional = ['contact', 'about', 'privacy', 'plans', 'docs', 'box_office', 'cards'];
  expect(await left()).toEqual(['name', 'zone', 'mail', 'archive', 'admin', 'backup', ...optional]);
  expect((await get('/members/admin')).body).toContain('6 things are left, and 7 more if you like.');
  for (const { link } of (await steps()).filter((step) => step.link !== ''))
    expect({ link, status: (await get(link)).statusCode }).toEqual({ link, status: 200 });
  await write(db, (tx) => saveSettings(tx, { siteName: 'Lanternside Players' }, { form: 0 }));
  await a.show({ title: 'Hamlet' });
  await a.user({ role: 'admin' });
  await write(db, (tx) => recordAudit(tx, { id: newId(), at, action: backupMadeAction }));
  expect(await left()).toEqual(['mail', ...optional]);
  await write(db, async (tx) => {
    const own = { about: 'Since 1951.', contactEmail: 'chair@players.example', privacy: 'Ours.', docsText: 'Rules.' };
    await saveSettings(tx, own, { form: 1 });
    const full = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Full member' } as const;
    await createPlan(tx, full, { id: newId(), now: at });
  });
  expect(await left()).toEqual(['mail', 'box_office', 'cards']);
  expect((await get('/members/admin')).body).toContain('Getting started');
  expect((await page('/members/dashboard')).content.nudges).toContainEqual({
    kind: 'first_step',
    text: 'One thing is left to get your society started.',
    link: '/members/admin#first-hour',
    action: 'See the getting-started list',
  });
  for (const _ of [1, 2]) {
    expect((await send('POST', '/members/api/admin/first_hour/put_away')).statusCode).toBe(200);
    expect(await steps()).toEqual([]);
  }
  expect((await get('/members/admin')).body).not.toContain('Getting started');
  expect((await get('/members/dashboard')).body).not.toContain('getting-started');
});

onSite('a getting-started step about a setting links to the section of the form with that setting', async (on) => {
  const { page, get } = await on.as(await on.a.user({ role: 'admin' }));
  const { first_hour } = AdminToolsContent.parse((await page('/members/admin')).content);
  const { body } = await get('/members/admin/admin_settings');
  for (const [step, field] of Object.entries({ contact: 'contact-email', about: 'about', privacy: 'privacy' })) {
    const [, id = ''] = first_hour.find(({ key }) => key === step)?.link.split('#') ?? [];
    const section = body.split('<section').find((part) => part.slice(0, part.indexOf('>')).includes(`id="${id}"`));
    expect({ step, isThere: section?.includes(`name="${field}"`) }).toEqual({ step, isThere: true });
  }
});

onSite('the getting-started list disappears once all required steps are done', async ({ a, as, db }) => {
  const { page } = await as(await a.user({ role: 'admin' }));
  const list = async () => AdminToolsContent.parse((await page('/members/admin')).content).first_hour;
  await write(db, (tx) => saveSettings(tx, { siteName: 'Lanternside Players' }, { form: 0 }));
  await a.show({ title: 'Hamlet' });
  await a.user({ role: 'admin' });
  await write(db, (tx) => recordAudit(tx, { id: newId(), at, action: backupMadeAction }));
  expect((await list()).flatMap(({ key, done, optional }) => (done || optional ? [] : [key]))).toEqual(['mail']);
  await write(db, (tx) => recordTestMail(tx, at));
  expect(await list()).toEqual([]);
});

onEachSite(
  'with nightly backups, the backup step links to Background tasks',
  async ({ a, as }) => {
    const { page } = await as(await a.user({ role: 'admin' }));
    const { first_hour } = AdminToolsContent.parse((await page('/members/admin')).content);
    expect(first_hour.find(({ key }) => key === 'backup')).toMatchObject({ done: false, link: '/members/admin/jobs' });
  },
  undefined,
  undefined,
  { backUp: async () => undefined },
);

onEachSite(
  'the first admin counts as alone until somebody is invited, and as the only admin until another one joins',
  async ({ a, as, db }) => {
    const printed = buildInvitation({ firstname: '', lastname: '', email: '', role: 'admin', by: null }, at);
    await write(db, async (tx) => {
      await createInvitation(tx, printed.row);
      expect(await consumeInvitation(tx, printed.row.id, at)).toBe(true);
    });
    const { page } = await as(await a.user({ role: 'admin' }));
    const accounts = async () => {
      const { first_hour } = AdminToolsContent.parse((await page('/members/admin')).content);
      return {
        second: first_hour.find(({ key }) => key === 'admin')?.done,
        alone: await hasNoOtherAccountOrInvitation(db.read, at),
      };
    };
    expect(await accounts()).toEqual({ second: false, alone: true });
    const bea = { firstname: 'Bea', lastname: 'Till', email: 'bea@till.example' };
    const { row } = buildInvitation({ ...bea, role: 'member', by: null }, at);
    await write(db, (tx) => createInvitation(tx, row));
    expect(await accounts()).toEqual({ second: false, alone: false });
    // An expired invitation no longer counts
    expect(await hasNoOtherAccountOrInvitation(db.read, row.expires_at)).toBe(true);
    await write(db, (tx) => createInvitation(tx, buildInvitation({ ...bea, role: 'admin', by: null }, at).row));
    // An invited admin doesn't count as the second admin until they have joined
    expect(await accounts()).toEqual({ second: false, alone: false });
    await a.user({ role: 'admin' });
    expect(await accounts()).toEqual({ second: true, alone: false });
  },
);

/**
 * Starts a site with this mail transport and sends a test email. Returns the response, the state of the onboarding step
 * for email, and the warning about email on Admin Tools.
 */
async function sendTestMailFromNewSite(db: Parameters<typeof createFactories>[0], mail: MailTransport) {
  const storage = createDiskStorage(createTemporaryFolder());
  const front = await loadBuiltFrontend(join(import.meta.dirname, '../../../../../dist'));
  const publicUrl = 'http://players.example';
  const app = await buildApp({ db, storage, frontend: front, dataKey, mail, publicUrl, maxDelayMs: 0 });
  onTestFinished(() => app.close());
  const { id: userId } = await createFactories(db, storage).user({ role: 'admin', email: 'ann@players.example' });
  const about = { userId, stage: 'full', device: 'Firefox', address: '127.0.0.1' } as const;
  const session = buildSession({ ...about, at: new Date().toISOString() });
  await write(db, (tx) => createSession(tx, session));
  const headers = { host: 'players.example', cookie: `${sessionCookie}=${session.token}` };
  const ask = (method: 'GET' | 'POST', url: string) => app.fastify.inject({ method, url, headers });
  const { code, msg } = (await ask('POST', '/members/api/mails/test')).json();
  const { first_hour, mail: needed } = AdminToolsContent.parse((await ask('GET', '/members/admin?react')).json());
  return { code, msg, done: first_hour.find(({ key }) => key === 'mail')?.done, needed };
}

async function startMailServer(refused: boolean): Promise<string> {
  const port = await findFreePort();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refused ? Object.assign(new Error('no such mailbox here'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => stream.resume().on('end', () => done(null, 'taken with thanks')),
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  return `smtp://127.0.0.1:${port}`;
}

onEachEngine(
  'the response to a test email quotes the mail server’s answer',
  async ({ db }) => {
    const taken = await sendTestMailFromNewSite(
      db,
      createSmtpTransport(await startMailServer(false), 'website@players.example'),
    );
    expect(taken).toMatchObject({ code: 200, done: true, needed: '' });
    expect(taken.msg).toMatch(/^Sent to ann@players\.example\. It said: “250 .*taken with thanks”/);
  },
  ['sqlite'],
);

onEachEngine(
  'a test email that the mail server refuses is reported with the server’s reason',
  async ({ db }) => {
    const refused = await sendTestMailFromNewSite(
      db,
      createSmtpTransport(await startMailServer(true), 'website@players.example'),
    );
    expect(refused).toMatchObject({ code: 400, done: false });
    expect(refused.msg).toMatch(/^The mail server refuses mail from .*no such mailbox here”$/);
  },
  ['sqlite'],
);

onEachEngine(
  'a test email to a port without a server is reported with the setting to check',
  async ({ db }) => {
    const nobody = await sendTestMailFromNewSite(
      db,
      createSmtpTransport(`smtp://127.0.0.1:${await findFreePort()}`, 'website@players.example'),
    );
    expect(nobody).toMatchObject({ code: 400, done: false });
    expect(nobody.msg).toMatch(/SMTP_URL/);
  },
  ['sqlite'],
);

onEachEngine(
  'without a mail server a test email isn’t counted as sent, and the response leads to Mail settings',
  async ({ db }) => {
    // The step was done with a mail server that isn't configured any more
    await write(db, (tx) => recordTestMail(tx, at));
    const stored = await sendTestMailFromNewSite(
      db,
      createFileTransport(createTemporaryFolder(), 'website@players.example'),
    );
    expect(stored).toMatchObject({ code: 409, done: false });
    expect(stored.msg).toMatch(/No mail server is set.* stored as a file.* Mail settings/);
    expect(stored.needed).toBe(stored.msg);
  },
  ['sqlite'],
);
