import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Id } from '../crypto/ids.ts';
import type { Database } from '../database/index.ts';
import { connectToPublicHost, type OutgoingNetwork } from '../outgoing/public-connection.ts';
import { flushFolder } from '../storage/folders.ts';
import { buildMailPasswordContext, findMailServer, findMailServerById, type MailServer } from './mail-server.ts';
import type { MailTable } from './tables.ts';

/** A file attached to an email. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/**
 * Creates the attachments of one kind of email. They are created when the email is sent, from the data at that time.
 * Nothing is therefore stored twice, and an email that is sent again has current attachments.
 */
export interface MailAttachmentProvider {
  kind: string;
  make: (
    on: { db: Database; encryption: Encryption; home: () => string; clock: () => Date },
    id: Id,
  ) => Promise<readonly Attachment[]>;
}

/** The way in which emails leave the site. */
export interface MailTransport {
  /** True if an admin can enter the mail server on a screen; otherwise absent. */
  readonly isSetByAdmin?: boolean;
  /** The mail server, if the environment sets it. */
  readonly server?: Pick<MailServer, 'host' | 'port' | 'user' | 'sender'>;
  /**
   * The destination of emails: a mail server, which delivers them, or only a local folder. In a public demo, emails go
   * nowhere.
   */
  readonly to: 'server' | 'folder' | 'nowhere';
  /**
   * Resolves once a mail server has accepted the email, with that server's response. Without a mail server, resolves
   * once the email is stored or, in a public demo, discarded.
   * @throws if the email was neither accepted nor stored
   */
  send: (mail: MailTable, attachments?: readonly Attachment[]) => Promise<string>;
  /**
   * Connects to the server and signs in, without sending anything.
   * @throws if the server can't be used
   */
  verify?: () => Promise<void>;
  /**
   * Deletes stored emails whose link has expired, or that are no longer in the mail log.
   * @param inLog returns the ids that are still in the mail log
   */
  sweep?: (now: Date, inLog: (ids: readonly string[]) => Promise<ReadonlySet<string>>) => Promise<void>;
  /**
   * Returns the present transport for emails. With `serverId`, returns the one through that server, unless the server
   * has been deleted.
   */
  current?: (serverId?: string) => Promise<MailTransport>;
  /** Updates `to`, unless it was read at this revision of the database. */
  refresh?: (revision: number) => Promise<void>;
}

/** Returns true if emails are delivered by a mail server, and aren't just stored or dropped. */
export const hasMailServer = (transport: MailTransport | undefined): boolean => transport?.to === 'server';

/**
 * Explains why emails aren't sent, and what an admin can do about it; "" if a mail server is set, or emails are waiting
 * for one.
 */
export function findUnsentReason(transport: MailTransport | undefined): string {
  if (transport?.to === 'folder')
    return 'No mail server is set up, so emails aren’t being delivered. Each one is stored as a file in the “mail” folder of the site’s data. An admin can enter a mail server in Admin Tools, Mail settings.';
  if (transport?.to === 'nowhere')
    return 'This is a public demo, so it doesn’t send any emails. You can read the emails in the mail log.';
  return '';
}

/** Returns true if emails are sent, or wait for a mail server to be set; false if they stay on this site. */
export const canSendMail = (transport: MailTransport | undefined): boolean => findUnsentReason(transport) === '';

const unsentMessages = {
  folder: 'No email was sent, because this site has no mail server yet. Unsent emails are kept in the mail log.',
  nowhere: 'No email was sent, because this is a demo. Unsent emails are kept in the mail log.',
} as const;

/**
 * Returns a sentence about an email that was just queued: `sent`, or if this site sends no emails, a sentence that says
 * so.
 */
export const describeQueuedEmail = (transport: MailTransport | undefined, sent: string): string =>
  transport === undefined || transport.to === 'server' ? sent : unsentMessages[transport.to];

/**
 * Returns a sentence about an email to `person` that was just queued: `sent`, or if this site sends no emails, a
 * request to tell the person directly.
 */
export const describeQueuedEmailToPerson = (
  transport: MailTransport | undefined,
  sent: string,
  person: Parameters<typeof formatCannotEmailMessage>[0],
): string => (canSendMail(transport) ? sent : formatCannotEmailMessage(person));

/** Parses `smtp://user:password@host:587` or `smtps://…:465` into nodemailer's options. */
export function parseSmtpUrl(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is only ever sent encrypted, except to a server on this machine.
    requireTLS: username !== '' && !secure && !isLocal,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}

/** Creates a transport that sends emails to the server at `url` (`parseSmtpUrl`), from the address `from`. */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const options = parseSmtpUrl(url);
  const getTransport = createWhenNeeded(({ createTransport }) =>
    createTransport({
      ...options,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    }),
  );
  return {
    to: 'server',
    server: { host: options.host, port: options.port, user: options.auth?.user ?? '', sender: from },
    send: async (mail, attachments) =>
      (await (await getTransport()).sendMail(toNodemailerMessage(mail, from, attachments))).response,
  };
}

/** The time in milliseconds until a mail server counts as unavailable, for connecting and for its greeting. */
const maxConnectMs = 10_000;

/** A mail server as entered, with its password in plain text. */
export type DecryptedMailServer = Omit<MailServer, 'id'>;

/** Returns nodemailer's options for the encryption. A password is sent over an encrypted connection only. */
export const buildEncryptionOptions = ({ encryption, user }: { encryption: string; user: string }) => ({
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls' || user !== '',
});

/**
 * Creates a transport to a server that an admin has entered. It connects to public addresses only, unless the
 * environment allows others.
 */
export function createMailServerTransport(
  { host, port, encryption, user, password, sender }: DecryptedMailServer,
  network: OutgoingNetwork,
): MailTransport {
  const getTransport = createWhenNeeded(({ createTransport }) =>
    createTransport({
      host,
      port,
      ...buildEncryptionOptions({ encryption, user }),
      ...(user ? { auth: { user, pass: password } } : {}),
      ...(network.ca ? { tls: { ca: network.ca } } : {}),
      greetingTimeout: maxConnectMs,
      socketTimeout: 30_000,
      getSocket: (_options: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
        connectToPublicHost({ host, port, timeoutMs: maxConnectMs }, network).then(
          (connection) => done(null, { connection }),
          (error) => done(error),
        );
      },
    }),
  );
  return {
    to: 'server',
    isSetByAdmin: true,
    send: async (mail, attachments) =>
      (await (await getTransport()).sendMail(toNodemailerMessage(mail, sender, attachments))).response,
    verify: async () => void (await (await getTransport()).verify()),
  };
}

/** The error code for a password that can't be decrypted, because the data key was replaced. */
const unreadablePassword = 'EPASSWORD';

/** The maximum number of transports in memory. Replaced servers need one for a while too. */
const maxTransports = 4;

interface StoredServerParts {
  db: Pick<Database, 'read'>;
  encryption: Pick<Encryption, 'decrypt'>;
  network: OutgoingNetwork;
  /** The transport used while the admins have entered no mail server. */
  otherwise: MailTransport;
}

/**
 * Creates the transport to the mail server that the admins have entered, or to `otherwise` while there is none. The
 * server is read from the database for each email, so a change takes effect in every process at once.
 */
export function createStoredServerTransport({ db, encryption, network, otherwise }: StoredServerParts): MailTransport {
  const transports = new Map<string, MailTransport>();
  let isEntered = false;
  let readAt: number | undefined;

  /** A row never changes, so its id is enough to identify the transport. */
  function transportTo(server: MailServer): MailTransport {
    const known = transports.get(server.id);
    if (known) return known;
    const password = server.password && encryption.decrypt(server.password, buildMailPasswordContext(server.id));
    if (password === undefined) return failingTransport;
    const made = createMailServerTransport({ ...server, password }, network);
    if (transports.size >= maxTransports) transports.clear();
    transports.set(server.id, made);
    return made;
  }

  async function current(serverId?: string): Promise<MailTransport> {
    const replaced = serverId ? await findMailServerById(db.read, serverId) : undefined;
    const server = replaced ?? (await findMailServer(db.read));
    return server ? transportTo(server) : otherwise;
  }

  return {
    isSetByAdmin: true,
    get to() {
      return isEntered ? 'server' : otherwise.to;
    },
    send: async (mail, attachments) => (await current()).send(mail, attachments),
    ...(otherwise.sweep ? { sweep: otherwise.sweep } : {}),
    current,
    refresh: async (revision) => {
      if (readAt === revision) return;
      isEntered = (await findMailServer(db.read)) !== undefined;
      readAt = revision;
    },
  };
}

const failingTransport: MailTransport = {
  to: 'server',
  isSetByAdmin: true,
  send: () => Promise.reject(Object.assign(new Error('The password is unreadable.'), { code: unreadablePassword })),
};

/** Formats an instant as part of a file's name. */
const formatForFileName = (moment: string) => moment.replace(/[:.]/g, '-');

/**
 * Returns the name of the file in which an email is stored. If the email has an access link, the name says when the
 * link expires.
 */
export function formatMailFileName({
  id,
  created_at,
  secret_until,
}: Pick<MailTable, 'id' | 'created_at' | 'secret_until'>) {
  const until = secret_until ? ` until ${formatForFileName(secret_until)}` : '';
  return `${formatForFileName(created_at)} ${id}${until}.eml`;
}

const expiryPattern = / until (\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.eml$/;
/** Matches a file's name and finds the email's id in it. Files without an id aren't ours. */
const idIn = /^\d{4}-\d\d-\d\dT[\d-]+Z ([A-Za-z0-9_-]+)(?: until \S+)?\.eml(?:\.part)?$/;

/**
 * Creates a transport that stores emails in a folder, each as a file that any mail program can open. This transport is
 * for a society without a mail server, whose admins pass the emails on. `sweep` deletes emails whose access link has
 * expired, or that are no longer in the mail log.
 */
export function createFileTransport(folder: string, from: string): MailTransport {
  const getTransport = createWhenNeeded(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }),
  );
  return {
    to: 'folder',
    send: async (mail, attachments) => {
      const { message } = await (await getTransport()).sendMail(toNodemailerMessage(mail, from, attachments));
      await mkdir(folder, { recursive: true });
      const file = join(folder, formatMailFileName(mail));
      try {
        await writeFile(`${file}.part`, message, { flush: true });
        await rename(`${file}.part`, file);
        await flushFolder(folder);
      } finally {
        await rm(`${file}.part`, { force: true });
      }
      return '';
    },
    sweep: async (now, inLog) => {
      const moment = formatForFileName(now.toISOString());
      const names = await readdir(folder).catch(() => []);
      const known = await inLog(names.flatMap((name) => idIn.exec(name)?.[1] ?? []));
      for (const name of names) {
        const [until, id] = [expiryPattern.exec(name)?.[1], idIn.exec(name)?.[1]];
        const isOver = until !== undefined && until <= moment;
        if (isOver || (id !== undefined && !known.has(id))) await rm(join(folder, name), { force: true });
      }
    },
  };
}

/**
 * Converts an email for nodemailer. Addresses are passed as parts, so that no text in them can name a second address.
 */
function toNodemailerMessage(mail: MailTable, from: string, attachments: readonly Attachment[] = []): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.created_at),
    from: { name: mail.from_name, address: from },
    to: { name: '', address: mail.to },
    ...(mail.reply_to ? { replyTo: { name: '', address: mail.reply_to } } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    attachments: attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    envelope: { from, to: [mail.to] },
  };
}

/**
 * Returns a function that loads nodemailer when it is first called, because a start shouldn't wait for nodemailer's 35
 * ms, nor hold its 6 MB.
 */
function createWhenNeeded<T>(create: (nodemailer: typeof import('nodemailer')) => T): () => Promise<T> {
  let transport: Promise<T> | undefined;
  return () => {
    transport ??= import('nodemailer').then(create);
    return transport;
  };
}
