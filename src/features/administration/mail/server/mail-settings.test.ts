import { expect, onTestFinished } from 'vitest';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { write } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { createStoredServerTransport, type MailTransport, queueEmail } from '#platform/server/mail/index.ts';
import { defineMailServerCleanupLoop, defineSendMailJob } from '#platform/server/mail/sender.ts';
import type { OutgoingNetwork } from '#platform/server/outgoing/public-connection.ts';
import { dataKey, onEachSite, type SiteTestContext, startTestSite } from '#tests/support/site/app.ts';
import { decodeMail, mailCertificate, startMailServer } from '#tests/support/site/mail-server.ts';
import { MailSettings, mailSettingsPath } from '../contract.ts';

const api = '/members/api/admin/mail_settings';
const account = { user: 'website@players.example', password: 'prompt corner' };
const lookUp: OutgoingNetwork['lookUp'] = async () => [{ address: '127.0.0.1', family: 4 }];
const outgoingNetwork = { allowPrivate: true, lookUp, ca: mailCertificate };
const folder: MailTransport = { to: 'folder', send: async () => '' };

/** The name for which the mail server's certificate is valid. */
const host = 'reviews.example';
const typed = (port: number, more: Record<string, unknown> = {}) => ({
  ...{ basis: '', host, port: `${port}`, encryption: 'starttls', ...account, sender: 'office@players.example' },
  ...more,
});

/** Starts a mail server that accepts emails only from the society's account, over an encrypted connection. */
async function startServer(encryption: 'tls' | 'starttls' = 'starttls') {
  const server = await startMailServer(() => true, { encryption, account });
  onTestFinished(server.stop);
  return server;
}

/** Sends everything in the outbox, as a process would that hasn't been notified of a change of the mail server. */
const sendOutbox = ({ db }: Pick<SiteTestContext, 'db'>) => {
  const encryption = createEncryption(dataKey);
  const transport = createStoredServerTransport({ db, encryption, network: outgoingNetwork, otherwise: folder });
  const clock = () => new Date('2026-11-21T13:00:00.000Z');
  return runDueJobs({ db, clock, work: [defineSendMailJob({ db, transport, encryption })] });
};

const basisOf = async ({ db }: Pick<SiteTestContext, 'db'>) =>
  (await db.read.selectFrom('mail_server').select('id').where('in_use', '=', 1).executeTakeFirst())?.id ?? '';

const withServer = { mail: folder, outgoingNetwork };

onEachSite(
  'a mail server entered on the screen sends emails from then on, in every process',
  async (on) => {
    const { a, as, app, db, storage, passwords } = on;
    const server = await startServer();
    const other = await startTestSite({ storage, passwords }, db, withServer);
    const sends = async (one: typeof app) =>
      (await one.fastify.inject({ url: '/sitedata' })).json<{ sends_mail: boolean }>().sends_mail;
    expect([await sends(app), await sends(other)]).toEqual([false, false]);

    const admin = await as(await a.user({ role: 'admin', firstname: 'Ruth', email: 'ruth@members.example' }));
    const saved = await admin.post(api, typed(server.port));
    expect(saved.json()).toMatchObject({ code: 200, msg: expect.stringContaining(host) });
    expect([await sends(app), await sends(other)]).toEqual([true, true]);

    await sendOutbox(on);
    expect(server.taken.map(decodeMail)).toEqual([expect.stringContaining('sends its emails through')]);
    expect(server.taken[0]).toContain('office@players.example');
    const { content } = await admin.page(mailSettingsPath);
    expect(MailSettings.parse(content)).toMatchObject({
      set_by: 'admin',
      host,
      user: account.user,
      has_password: true,
    });
    expect(JSON.stringify(content)).not.toContain(account.password);
    const [row] = await db.read.selectFrom('mail_server').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(account.password);
    const log = await db.read.selectFrom('audit').select(['action', 'detail']).execute();
    expect(log).toContainEqual({ action: 'mail_server.changed', detail: `${host}:${server.port}` });
  },
  undefined,
  undefined,
  withServer,
);

onEachSite(
  'all admins are notified of a new or removed mail server, through the former one',
  async (on) => {
    const { a, as, db } = on;
    const [first, second] = [await startServer(), await startServer('tls')];
    const admin = await as(await a.user({ role: 'admin', email: 'ruth@members.example' }));
    await a.user({ role: 'admin', email: 'sam@members.example' });
    await a.user({ email: 'ann@members.example' });
    await admin.post(api, typed(first.port));
    await sendOutbox(on);
    first.taken.length = 0;

    const change = typed(second.port, { basis: await basisOf(on), encryption: 'tls' });
    expect((await admin.post(api, change)).json()).toMatchObject({ code: 200 });
    const late = { id: 'later-mail-12345', idempotencyKey: 'later', to: 'ann@members.example', fromName: 'Players' };
    await write(db, (tx) =>
      queueEmail(tx, { ...late, subject: 'Later', text: 'Later', at: '2026-11-21T12:00:00.000Z' }),
    );
    const sweep = () => defineMailServerCleanupLoop({ db }).run(new AbortController().signal);
    await sweep();
    expect(await db.read.selectFrom('mail_server').select('port').execute()).toHaveLength(2);
    await sendOutbox(on);
    const recipients = (taken: string[]) => taken.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim()).sort();
    expect(recipients(first.taken)).toEqual(['ruth@members.example', 'sam@members.example']);
    expect(recipients(second.taken)).toEqual(['ann@members.example']);
    await sweep();
    expect(await db.read.selectFrom('mail_server').select('port').execute()).toEqual([{ port: second.port }]);

    second.taken.length = 0;
    expect((await admin.post(`${api}/remove`, {})).json()).toMatchObject({ code: 200 });
    await sendOutbox(on);
    expect(recipients(second.taken)).toEqual(['ruth@members.example', 'sam@members.example']);
    expect((await admin.post(`${api}/remove`, {})).statusCode).toBe(409);
  },
  undefined,
  undefined,
  withServer,
);

onEachSite(
  'an email stays in the outbox while the mail server can’t be reached',
  async (on) => {
    const { a, as, db } = on;
    const server = await startServer();
    const admin = await as(await a.user({ role: 'admin' }));
    await admin.post(api, typed(server.port));
    await server.stop();
    await sendOutbox(on);
    const job = () => db.read.selectFrom('job').select(['status', 'last_error']).where('kind', '=', 'mail').execute();
    expect(await job()).toEqual([{ status: 'waiting', last_error: expect.stringContaining('ECONN') }]);
  },
  ['sqlite'],
  undefined,
  withServer,
);

onEachSite(
  'a mail server that doesn’t work is refused with the reason, and nothing is saved',
  async (on) => {
    const { a, as, db } = on;
    const [starttls, tls] = [await startServer(), await startServer('tls')];
    const plain = await startMailServer();
    onTestFinished(plain.stop);
    const admin = await as(await a.user({ role: 'admin' }));
    const refusal = async (body: Record<string, unknown>) => {
      const answers = [await admin.post(api, body), await admin.post(`${api}/try`, body)];
      const [saved, tried] = answers.map((answer) => answer.json<{ code: number; msg: string }>());
      expect([saved?.code, tried?.code]).toEqual([400, 400]);
      return `${tried?.msg}`;
    };
    expect(await refusal(typed(starttls.port, { password: 'wrong' }))).toMatch(
      /rejected the user name or password.*535/,
    );
    expect(await refusal(typed(starttls.port, { encryption: 'tls' }))).toContain('couldn’t agree on encryption');
    expect(await refusal(typed(plain.port))).toContain('couldn’t agree on encryption');
    expect(await refusal(typed(tls.port, { encryption: 'tls', host: 'other.example' }))).toContain('certificate');
    await plain.stop();
    expect(await refusal(typed(plain.port))).toContain('Nothing responds');
    const open = { encryption: 'optional', user: '', password: '' };
    const answer = await admin.post(`${api}/try`, typed(starttls.port, open));
    // The certificate is trusted here, so STARTTLS is used even where it is optional. Only the missing sign-in is refused
    expect(answer.json<{ msg: string }>().msg).toContain('530');
    expect(await db.read.selectFrom('mail_server').selectAll().execute()).toEqual([]);
  },
  ['sqlite'],
  undefined,
  withServer,
);

onEachSite(
  'a test email goes to the admin through the server as typed, before anything is saved',
  async (on) => {
    const { a, as, db } = on;
    const server = await startServer('tls');
    const admin = await as(await a.user({ role: 'admin', email: 'ruth@members.example' }));
    const tried = await admin.post(`${api}/try`, typed(server.port, { encryption: 'tls' }));
    expect(tried.json()).toMatchObject({ code: 200, msg: expect.stringContaining('Sent to ruth@members.example.') });
    expect(server.taken).toHaveLength(1);
    expect(await db.read.selectFrom('mail_server').selectAll().execute()).toEqual([]);
  },
  ['sqlite'],
  undefined,
  withServer,
);

onEachSite(
  'a saved password is never used for another server, encryption or user name',
  async (on) => {
    const { a, as } = on;
    const [server, other] = [await startServer(), await startServer()];
    const admin = await as(await a.user({ role: 'admin' }));
    await admin.post(api, typed(server.port));
    const again = async (more: Record<string, unknown>) =>
      (await admin.post(api, typed(server.port, { basis: await basisOf(on), password: '', ...more }))).json();
    expect(await again({ sender: 'box-office@players.example' })).toMatchObject({ code: 200 });
    const fields = { password: expect.stringContaining('Enter the password again') };
    expect(await again({ port: `${other.port}` })).toMatchObject({ code: 400, fields });
    expect(await again({ user: 'somebody@players.example' })).toMatchObject({ code: 400, fields });
    expect(await again({ encryption: 'tls' })).toMatchObject({ code: 400, fields });
    const clear = { encryption: 'optional', password: account.password };
    expect(await again(clear)).toMatchObject({
      code: 400,
      fields: { encryption: expect.stringContaining('encrypted') },
    });
  },
  ['sqlite'],
  undefined,
  withServer,
);

onEachSite(
  'saving mail settings that are based on an earlier version is refused',
  async (on) => {
    const { a, as } = on;
    const server = await startServer();
    const admin = await as(await a.user({ role: 'admin' }));
    expect((await admin.post(api, typed(server.port))).statusCode).toBe(200);
    expect((await admin.post(api, typed(server.port))).statusCode).toBe(409);
  },
  ['sqlite'],
  undefined,
  withServer,
);

onEachSite(
  'by default, a mail server in a private network or on an unusual port is refused',
  async (on) => {
    const { a, as } = on;
    const admin = await as(await a.user({ role: 'admin' }));
    const answer = async (more: Record<string, unknown>) => (await admin.post(`${api}/try`, typed(587, more))).json();
    const isPrivate = { code: 400, msg: expect.stringContaining('private network') };
    expect(await answer({})).toMatchObject(isPrivate);
    expect(await answer({ host: '127.0.0.1' })).toMatchObject(isPrivate);
    expect(await answer({ host: '::1' })).toMatchObject(isPrivate);
    expect(await answer({ host: '169.254.169.254' })).toMatchObject(isPrivate);
    expect(await answer({ host: 'localhost' })).toMatchObject({ code: 400, fields: { host: expect.anything() } });
    expect(await answer({ port: '6379' })).toMatchObject({ code: 400, fields: { port: expect.anything() } });
  },
  ['sqlite'],
  undefined,
  { mail: folder, outgoingNetwork: { allowPrivate: false, lookUp } },
);

onEachSite(
  'a mail server set by the environment is shown on the screen and can’t be changed there',
  async (on) => {
    const { a, as } = on;
    const admin = await as(await a.user({ role: 'admin' }));
    const { content } = await admin.page(mailSettingsPath);
    expect(MailSettings.parse(content)).toMatchObject({
      ...{ set_by: 'environment', may_change: false, host: 'mail.example', port: 587, user: 'us' },
    });
    for (const call of ['', '/try']) {
      const answer = (await admin.post(`${api}${call}`, typed(587))).json();
      expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('SMTP_URL') });
    }
  },
  ['sqlite'],
  undefined,
  {
    mail: {
      to: 'server',
      server: { host: 'mail.example', port: 587, user: 'us', sender: 'office@players.example' },
      send: async () => '',
    },
  },
);

onEachSite(
  'users of Admin Tools without the role admin can’t change the mail server, and don’t see its user name',
  async (on) => {
    const { a, as } = on;
    const server = await startServer();
    await (await as(await a.user({ role: 'admin' }))).post(api, typed(server.port));
    const helper = await a.user();
    await a.allow(helper, { admin: true });
    const { page, post } = await as(helper);
    const { content } = await page(mailSettingsPath);
    expect(MailSettings.parse(content)).toMatchObject({ may_change: false, host, user: '' });
    expect((await post(api, typed(server.port))).statusCode).toBe(403);
  },
  ['sqlite'],
  undefined,
  withServer,
);

onEachSite(
  'after the data key is replaced, emails wait and Mail settings asks for the password again',
  async (on) => {
    const { a, as, db } = on;
    const server = await startServer();
    const admin = await as(await a.user({ role: 'admin' }));
    await admin.post(api, typed(server.port));
    const basis = await basisOf(on);
    const password = createEncryption('an earlier key').encrypt(account.password, `password of mail server ${basis}`);
    await db.write((tx) => tx.updateTable('mail_server').set({ password }).execute());
    expect((await admin.page(mailSettingsPath)).content).toMatchObject({ password_lost: true });
    await sendOutbox(on);
    const jobs = await db.read.selectFrom('job').select(['status', 'last_error']).where('kind', '=', 'mail').execute();
    expect(jobs).toEqual([{ status: 'waiting', last_error: 'EPASSWORD' }]);
    const again = await admin.post(api, typed(server.port, { basis, password: '' }));
    expect(again.json()).toMatchObject({ code: 400, fields: { password: 'Enter the password.' } });
    server.taken.length = 0;
    expect((await admin.post(api, typed(server.port, { basis }))).json()).toMatchObject({ code: 200 });
    // The earlier server's password is lost, so the admins are notified through the new one
    await sendOutbox(on);
    expect(server.taken.map(decodeMail)).toEqual([expect.stringContaining('sends its emails through')]);
    // A server whose password is lost can't tell anybody that it was removed
    await db.write((tx) => tx.updateTable('mail_server').set({ password }).execute());
    const queued = await db.read.selectFrom('mail').select('id').execute();
    expect((await admin.post(`${api}/remove`, {})).json()).toMatchObject({ code: 200 });
    expect(await db.read.selectFrom('mail').select('id').execute()).toEqual(queued);
  },
  ['sqlite'],
  undefined,
  withServer,
);
