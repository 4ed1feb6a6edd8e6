import { createTransport } from 'nodemailer';
import { withSnapshot } from '#platform/server/database/index.ts';
import { buildEncryptionOptions, parseSmtpUrl } from '#platform/server/mail/index.ts';
import { buildFaultFinding, buildNoteFinding, buildOkFinding, type Finding } from './finding.ts';

export interface MailServerToCheck extends ReturnType<typeof parseSmtpUrl> {
  /** The setting or screen in which an admin can change the mail server. */
  setting: string;
}

/** The time in milliseconds that a mail server may take for each step. */
const maxStepMs = 10_000;

/** Returns the mail server of SMTP_URL. */
export const getConfiguredMailServer = (smtpUrl: string): MailServerToCheck => ({
  ...parseSmtpUrl(smtpUrl),
  setting: 'SMTP_URL',
});

/** Finds the mail server that an admin has entered; undefined if there is none. Its password stays encrypted. */
export async function findEnteredMailServer(place: {
  url: string;
  file: string;
}): Promise<MailServerToCheck | undefined> {
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
    ...buildEncryptionOptions({ encryption: String(server.encryption), user: String(server.user) }),
    setting: 'the mail server in Admin Tools',
  };
}

/**
 * Connects to the mail server. Signs in only to the server of SMTP_URL, because the password of a server entered in
 * Admin Tools is encrypted. Sends no email.
 */
export async function checkMailServer(checked: MailServerToCheck | undefined): Promise<Finding> {
  const subject = 'Mail server';
  if (!checked) {
    return buildNoteFinding(
      subject,
      'there is none, so emails are stored in files and not sent. Enter one in Admin Tools, or set SMTP_URL.',
    );
  }
  const { setting, ...server } = checked;
  const name = `${server.host}:${server.port}`;
  const transport = createTransport({
    ...server,
    connectionTimeout: maxStepMs,
    greetingTimeout: maxStepMs,
    socketTimeout: maxStepMs,
  });
  try {
    await transport.verify();
    return buildOkFinding(
      subject,
      `${name} accepts ${server.auth ? 'our user name and password' : 'our connection'}. No email was sent.`,
    );
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number };
    if (code === 'EAUTH') {
      return buildFaultFinding(
        subject,
        `${name} refuses our user name or password (${responseCode ?? code}). Correct ${setting}.`,
      );
    }
    if (code === 'ETLS') {
      return buildFaultFinding(
        subject,
        `${name} and the site couldn’t agree on an encrypted connection (${code}). Check the port and the server’s certificate, then ${setting}.`,
      );
    }
    return buildFaultFinding(
      subject,
      `${name} can’t be used (${code || 'no response'}). Check the name, the port and the firewall, then ${setting}.`,
    );
  } finally {
    transport.close();
  }
}
