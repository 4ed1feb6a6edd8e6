import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { watchFlushes } from '#tests/support/measures/flushes.ts';
import { createTemporaryFolder, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { newId } from '../crypto/ids.ts';
import { newToken } from '../crypto/secrets.ts';
import { type Database, write } from '../database/index.ts';
import { runDueJobs } from '../jobs/runner.ts';
import { findStoredMailIds, type NewMail, queueEmail } from './outbox.ts';
import { defineSendMailJob } from './sender.ts';
import type { MailTable } from './tables.ts';
import { createFileTransport, createSmtpTransport, formatMailFileName, type MailTransport } from './transport.ts';

const from = 'office@players.example';
const start = '2026-11-21T12:00:00.000Z';
const siteEncryption = createEncryption('nobody guesses that these are tests');

const plainMail = (): NewMail => ({
  id: newId(),
  idempotencyKey: newId(),
  to: 'committee@players.example',
  fromName: 'Lanternside Players',
  subject: 'Tickets',
  text: 'Two for Friday, please.',
  at: start,
});

interface Delivered {
  from: string;
  to: string[];
  raw: string;
}

/** Starts a real mail server on loopback that stores everything it receives. */
async function mailServer(options: SMTPServerOptions = {}, port = 0, host = '127.0.0.1') {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(port, host);
  await once(listening, 'listening');
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  onTestFinished(close);
  const address = listening.address() as AddressInfo;
  return { delivered, close, url: `smtp://${host}:${address.port}` };
}

/** Creates an outbox with a clock that only the test moves. */
function outbox(db: Database, transport: MailTransport) {
  let now = new Date(start);
  return {
    queue: async (some: Partial<NewMail> = {}) => {
      const mail = { ...plainMail(), ...some };
      await write(db, (tx) => queueEmail(tx, mail));
      return mail;
    },
    send: (signal?: AbortSignal, encryption: Pick<typeof siteEncryption, 'decrypt'> = siteEncryption) =>
      runDueJobs({ db, clock: () => now, work: [defineSendMailJob({ db, transport, encryption })] }, signal),
    minutesLater: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    rows: () =>
      db.read
        .selectFrom('mail')
        .innerJoin('job', 'job.key', 'mail.id')
        .selectAll()
        .where('kind', '=', 'mail')
        .orderBy('id')
        .execute(),
  };
}

onEachEngine(
  'an email reaches the mail server complete, including umlauts and dots, and is sent once',
  async ({ db }) => {
    const server = await mailServer();
    const { queue, send, rows } = outbox(db, createSmtpTransport(server.url, from));
    const text = 'Größe für Zoë\n.\n.. “yes”, said 花子\n';
    const { id } = await queue({
      fromName: 'Théâtre Łódź',
      subject: 'Zoë & 花子 ask',
      text,
      replyTo: 'zoe@example.org',
    });
    await send();
    await send();
    expect(server.delivered).toHaveLength(1);
    const [mail] = server.delivered;
    expect(mail).toMatchObject({ from, to: ['committee@players.example'] });
    const read = await PostalMime.parse(mail?.raw ?? '');
    expect(read).toMatchObject({
      from: { name: 'Théâtre Łódź', address: from },
      subject: 'Zoë & 花子 ask',
      messageId: `<${id}@players.example>`,
      replyTo: [{ address: 'zoe@example.org' }],
    });
    expect(read.text?.trim()).toBe(text.trim());
    expect(await rows()).toMatchObject([{ status: 'done', attempts: 1, last_error: '', finished_at: start, kept: 0 }]);
  },
);

onEachEngine('attachments are created when the email is sent, and arrive complete', async ({ db }) => {
  const server = await mailServer();
  const picture = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 256));
  let made = 0;
  const work = defineSendMailJob({
    ...{ db, transport: createSmtpTransport(server.url, from), encryption: siteEncryption },
    attachmentsOf: async ({ attached_kind, attached_id }) => {
      made += 1;
      return [
        { name: `${attached_kind} ${attached_id}, Größe.png`, contentType: 'image/png', content: picture },
        { name: 'evening.ics', contentType: 'text/calendar; charset=utf-8', content: Buffer.from('BEGIN:VCALENDAR') },
      ];
    },
  });
  await write(db, (tx) => queueEmail(tx, { ...plainMail(), attached: { kind: 'tickets', id: 'abc' } }));
  expect(made).toBe(0);
  await runDueJobs({ db, clock: () => new Date(start), work: [work] });
  const read = await PostalMime.parse(server.delivered[0]?.raw ?? '');
  expect(read.text?.trim()).toBe('Two for Friday, please.');
  expect(read.attachments).toMatchObject([
    { filename: 'tickets abc, Größe.png', mimeType: 'image/png', disposition: 'attachment' },
    { filename: 'evening.ics', mimeType: 'text/calendar', disposition: 'attachment' },
  ]);
  expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer)).toEqual(picture);
});

onEachEngine('an email that is queued twice under the same key is stored once', async ({ db }) => {
  const { queue, rows } = outbox(db, createFileTransport(createTemporaryFolder(), from));
  await queue({ idempotencyKey: 'renewal 2027 ann' });
  await queue({ idempotencyKey: 'renewal 2027 ann' });
  expect(await rows()).toHaveLength(1);
});

onEachEngine('a refused email is retried a minute later, and its error is stored as codes only', async ({ db }) => {
  let refusing = true;
  const server = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(refusing ? Object.assign(new Error(`${address} is not wanted`), { responseCode: 451 }) : null),
  });
  const { queue, send, rows, minutesLater } = outbox(db, createSmtpTransport(server.url, from));
  await queue();
  await send();
  expect(await rows()).toMatchObject([
    { status: 'waiting', attempts: 1, last_error: 'EENVELOPE 451', due: '2026-11-21T12:01:00.000Z' },
  ]);
  refusing = false;
  await send();
  expect(server.delivered).toHaveLength(0);
  minutesLater(1);
  await send();
  expect(server.delivered).toHaveLength(1);
});

onEachEngine('no email is lost or sent twice while the mail server is down for an hour', async ({ db }) => {
  const before = await mailServer();
  const { queue, send, rows, minutesLater } = outbox(db, createSmtpTransport(before.url, from));
  await queue();
  await send();
  await before.close();
  for (let minute = 0; minute < 60; minute += 1) {
    if (minute % 10 === 0) await queue();
    await send();
    minutesLater(1);
  }
  expect((await rows()).map(({ status, last_error }) => `${status} ${last_error}`).sort()).toEqual([
    'done ',
    ...Array.from({ length: 6 }, () => 'waiting ESOCKET'),
  ]);
  const server = await mailServer({}, Number(new URL(before.url).port));
  for (let minute = 0; minute < 130; minute += 10) {
    await send();
    minutesLater(10);
  }
  expect((await rows()).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'done'));
  const ids = [...before.delivered, ...server.delivered].map(({ raw }) => /^Message-ID: <(.*)@/m.exec(raw)?.[1]);
  expect(ids.sort()).toEqual((await rows()).map(({ id }) => id).sort());
});

onEachEngine('an email that is always refused is given up after eight attempts', async ({ db }) => {
  let attempts = 0;
  const nobody: MailTransport = {
    to: 'server',
    send: async () => {
      attempts += 1;
      throw new Error('no');
    },
  };
  const { queue, send, rows, minutesLater } = outbox(db, nobody);
  await queue();
  for (let hour = 0; hour < 72; hour++) {
    await send();
    minutesLater(60);
  }
  expect(attempts).toBe(8);
  expect(await rows()).toMatchObject([{ status: 'failed', last_error: 'fault' }]);
});

onEachEngine('two processes with one outbox send each email once', async ({ db, place }) => {
  const server = await mailServer();
  const transport = createSmtpTransport(server.url, from);
  const here = outbox(db, transport);
  const there = outbox(await openTestDatabase(place), transport);
  for (let mail = 0; mail < 20; mail++) await here.queue();
  await Promise.all([here.send(), there.send(), here.send()]);
  expect(server.delivered).toHaveLength(20);
  expect(new Set(server.delivered.map(({ raw }) => /^Message-ID: .*$/m.exec(raw)?.[0])).size).toBe(20);
});

onEachEngine('an email is on the disk, complete and under its name, before it counts as stored', async ({ db }) => {
  const folder = createTemporaryFolder();
  const { isFlushed } = await watchFlushes(folder);
  const { queue, send, rows } = outbox(db, createFileTransport(folder, from));
  await queue();
  await send();
  expect(await rows()).toMatchObject([{ status: 'done', kept: 1 }]);
  const [name = ''] = readdirSync(folder);
  expect([name, ''].map((one) => isFlushed(join(folder, one)))).toEqual([true, true]);
});

onEachEngine('an email claimed by a killed process is sent later by another process', async ({ db, place }) => {
  const { queue, send, rows, minutesLater } = outbox(db, createFileTransport(createTemporaryFolder(), from));
  const { id } = await queue();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'send-never.child.ts'), JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await send();
  expect(await rows()).toMatchObject([{ id, status: 'waiting', attempts: 1 }]);
  minutesLater(10);
  await send();
  expect(await rows()).toMatchObject([{ id, status: 'done', attempts: 2 }]);
});

onEachEngine(
  'a mail sender that is stopped finishes the current email, and leaves the next one waiting',
  async ({ db }) => {
    const stopping = new AbortController();
    let sent = 0;
    const transport: MailTransport = {
      to: 'server',
      send: async () => {
        sent += 1;
        stopping.abort();
        return '';
      },
    };
    const { queue, rows, send } = outbox(db, transport);
    await queue();
    await queue();
    await send(stopping.signal);
    expect(sent).toBe(1);
    expect((await rows()).map(({ status }) => status).sort()).toEqual(['done', 'waiting']);
  },
);

const injected = 'x\r\nBcc: victim@example.org\r\n\r\nBuy now\r\n.\r\nMAIL FROM:<a@b>';
const headers = ['to', 'from_name', 'reply_to', 'subject'] as const;

test.each(headers)('line breaks in %s create no header, body or second recipient', async (field) => {
  const server = await mailServer();
  const row: MailTable = {
    id: newId(),
    idempotency_key: '',
    to: 'committee@players.example',
    from_name: 'Lanternside Players',
    reply_to: '',
    subject: 'Tickets',
    text: 'Hello',
    html: '',
    created_at: start,
    secret_until: null,
    secret: '',
    ...{ attached_kind: '', attached_id: '' },
    kept: 0,
    // Bypasses the outbox, which already removes line breaks, to test the transport alone.
    [field]: field === 'to' || field === 'reply_to' ? `ann@example.org${injected}` : injected,
  };
  await createSmtpTransport(server.url, from)
    .send(row)
    .catch(() => undefined);
  for (const { to, raw } of server.delivered) {
    expect(to).toHaveLength(1);
    const [head = ''] = raw.split('\r\n\r\n');
    expect(head).not.toMatch(/^bcc:/im);
    const read = await PostalMime.parse(raw);
    expect(read.text?.trim()).toBe('Hello');
    expect(read.bcc ?? []).toEqual([]);
    if (field !== 'to') expect(to).toEqual(['committee@players.example']);
  }
  if (field !== 'to') expect(server.delivered).toHaveLength(1);
});

onEachEngine('the outbox limits each header field to one line', async ({ db }) => {
  const { queue, rows } = outbox(db, createFileTransport(createTemporaryFolder(), from));
  await queue({ to: injected, fromName: injected, replyTo: injected, subject: injected });
  const [row] = await rows();
  for (const field of headers) expect(row?.[field]).not.toMatch(/[\r\n]/);
});

onEachEngine('without a mail server, emails are stored as files that a mail program can open', async ({ db }) => {
  const folder = join(createTemporaryFolder(), 'mail');
  const { queue, send, rows } = outbox(db, createFileTransport(folder, from));
  await queue({ subject: 'Grüße' });
  await send();
  const [file = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  const [mail] = await rows();
  expect(mail).toMatchObject({ status: 'done', kept: 1 });
  expect(mail && formatMailFileName(mail)).toBe(file);
  expect(file).toMatch(/\.eml$/);
  const read = await PostalMime.parse(readFileSync(join(folder, file)));
  expect(read).toMatchObject({ subject: 'Grüße', to: [{ address: 'committee@players.example' }] });
});

onEachEngine('an email that can’t be stored completely leaves no partial file', async ({ db }) => {
  const folder = join(createTemporaryFolder(), 'mail');
  const { queue, send, rows } = outbox(db, createFileTransport(folder, from));
  const { id } = await queue();
  const inItsWay = `2026-11-21T12-00-00-000Z ${id}.eml`;
  mkdirSync(join(folder, inItsWay), { recursive: true });
  await send();
  expect(readdirSync(folder)).toEqual([inItsWay]);
  expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
});

/** Creates an email with a link that gives access for half an hour. */
function letterWithLink() {
  const token = newToken();
  const link = `https://players.example/members/reset/${token}`;
  const secret = { token, until: '2026-11-21T12:30:00.000Z', encryption: siteEncryption };
  return { token, mail: { text: `Open ${link}`, html: `<a href="${link}">Open</a>`, secret } };
}

onEachEngine(
  'a link that gives access reaches its recipient and is never stored in the database unencrypted',
  async ({ db }) => {
    const server = await mailServer();
    const { queue, send, rows } = outbox(db, createSmtpTransport(server.url, from));
    const { token, mail } = letterWithLink();
    await queue(mail);
    expect(JSON.stringify(await rows())).not.toContain(token);
    await send();
    const read = await PostalMime.parse(server.delivered[0]?.raw ?? '');
    expect(read.text).toContain(token);
    expect(read.html).toContain(token);
    expect(await rows()).toMatchObject([{ status: 'done', secret: '', text: expect.stringContaining('[not shown]') }]);
    expect(JSON.stringify(await rows())).not.toContain(token);
  },
);

onEachEngine(
  'an email whose link was encrypted with another key fails at once and doesn’t block other emails',
  async ({ db }) => {
    const sent: string[] = [];
    const transport: MailTransport = { to: 'server', send: async ({ id }) => String(sent.push(id)) };
    const { queue, rows, send } = outbox(db, transport);
    await queue(letterWithLink().mail);
    const plain = await queue();
    const other = createEncryption('another secret than it was encrypted with');
    await send(undefined, other);
    expect(sent).toEqual([plain.id]);
    expect((await rows()).map(({ status, last_error }) => `${status} ${last_error}`).sort()).toEqual([
      'done ',
      'failed ESEALED',
    ]);
  },
);

onEachEngine(
  'without a mail server, a stored email with a secret link is deleted when the link expires',
  async ({ db }) => {
    const folder = join(createTemporaryFolder(), 'mail');
    const transport = createFileTransport(folder, from);
    const { queue, send } = outbox(db, transport);
    const { token, mail } = letterWithLink();
    await queue(mail);
    await queue();
    await send();
    const stored = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    await transport.sweep?.(new Date('2026-11-21T12:29:00.000Z'), (ids) => findStoredMailIds(db.read, ids));
    expect(stored().filter((text) => text.includes(token.slice(0, 20)))).toHaveLength(1);
    await transport.sweep?.(new Date('2026-11-21T12:30:00.000Z'), (ids) => findStoredMailIds(db.read, ids));
    expect(stored()).toEqual([expect.stringContaining('Two for Friday')]);
  },
);

test('a mail server’s password is sent over an unencrypted connection only within this machine', async () => {
  const passwords: unknown[] = [];
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) => {
    passwords.push(password);
    done(null, { user: username });
  };
  const withPassword = ({ url }: { url: string }) => url.replace('//', '//office:secret@');
  const mail = { id: newId(), created_at: start, from_name: 'Players', to: 'ann@x.example', reply_to: '' };
  const whole = { ...mail, subject: 'Tickets', text: 'Two', html: '' } as MailTable;
  // Any address other than the usual ones of this machine counts as another machine
  const elsewhere = await mailServer({ onAuth, allowInsecureAuth: true }, 0, '127.0.0.2');
  await expect(createSmtpTransport(withPassword(elsewhere), from).send(whole)).rejects.toThrow(/TLS/);
  expect(passwords).toEqual([]);
  expect(elsewhere.delivered).toEqual([]);
  const here = await mailServer({ onAuth, allowInsecureAuth: true });
  await createSmtpTransport(withPassword(here), from).send(whole);
  expect(passwords).toEqual(['secret']);
});
