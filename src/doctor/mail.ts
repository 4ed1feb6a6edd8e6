import { createTransport } from 'nodemailer';
import { withSnapshot } from '#platform/server/database/index.ts';
import { type Finding, fault, note, ok } from './finding.ts';

export interface CheckedServer {
  host: string;
  port: number;
  /** True if the connection is encrypted from the beginning. */
  secure: boolean;
  requireTLS: boolean;
  /** The user and password of SMTP_URL; undefined for a server that needs none, or one that an admin has entered. */
  auth?: { user: string; pass: string } | undefined;
  /** The setting or screen in which an admin can correct the server. */
  setting: string;
}

/** The time in milliseconds that a mail server may take for each step. */
const longestStep = 10_000;

/** Parses SMTP_URL as the site does when it sends an email (platform/server/mail/transport.ts). */
export function parseSmtpUrl(smtpUrl: string): CheckedServer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: username !== '' && !secure && !isLocal,
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    setting: 'SMTP_URL',
  };
}

/** Finds the mail server that an admin has entered; undefined if there is none. Its password stays encrypted. */
export async function findEnteredServer(place: { url: string; file: string }): Promise<CheckedServer | undefined> {
  const rows = await withSnapshot(place, async (snapshot) => {
    if (!snapshot.tables.includes('mail_server')) return [];
    const { columns, rows } = await snapshot.read('mail_server');
    const found: Record<string, unknown>[] = [];
    for await (const row of rows) found.push(Object.fromEntries(columns.map((name, index) => [name, row[index]])));
    return found;
  });
  const server = rows.find(({ in_use }) => Number(in_use) === 1);
  if (!server) return undefined;
  return {
    host: String(server.host),
    port: Number(server.port),
    secure: server.encryption === 'tls',
    requireTLS: server.encryption === 'starttls',
    setting: 'the mail server in Admin Tools',
  };
}

/** Connects to the mail server, and signs in with the password of SMTP_URL. Sends no email. */
export async function checkMail(checked: CheckedServer | undefined): Promise<Finding> {
  const subject = 'Mail server';
  if (!checked) {
    return note(
      subject,
      'there is none, so emails are stored in files and not sent. Enter one in Admin Tools, or set SMTP_URL.',
    );
  }
  const { setting, ...server } = checked;
  const name = `${server.host}:${server.port}`;
  const transport = createTransport({
    ...server,
    connectionTimeout: longestStep,
    greetingTimeout: longestStep,
    socketTimeout: longestStep,
  });
  try {
    await transport.verify();
    return ok(
      subject,
      `${name} accepts ${server.auth ? 'our user and password' : 'our connection'}. No email was sent.`,
    );
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number };
    if (code === 'EAUTH') {
      return fault(subject, `${name} refuses our user or password (${responseCode ?? code}). Correct ${setting}.`);
    }
    return fault(
      subject,
      `${name} can’t be used (${code || 'no answer'}). Check the name, the port and the firewall, then ${setting}.`,
    );
  } finally {
    transport.close();
  }
}
