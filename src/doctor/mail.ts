import { createTransport } from 'nodemailer';
import { type Finding, fault, note, ok } from './finding.ts';

/** Milliseconds that a mail server may take for each step. */
const longestStep = 10_000;

/** Connects to the mail server and signs in. Sends no email. */
export async function checkMail(smtpUrl: string): Promise<Finding> {
  const subject = 'Mail server';
  if (!smtpUrl) {
    return note(
      subject,
      'SMTP_URL isn’t set. Unless an admin enters a server, emails are stored in files and not sent.',
    );
  }
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  const server = `${host}:${Number(port) || (secure ? 465 : 587)}`;
  const transport = createTransport({
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // As when an email is sent (platform/server/mail/transport.ts)
    requireTLS: username !== '' && !secure && !isLocal,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: longestStep,
    greetingTimeout: longestStep,
    socketTimeout: longestStep,
  });
  try {
    await transport.verify();
    return ok(
      subject,
      `${server} accepts ${username ? 'our user and password' : 'our connection'}. No email was sent.`,
    );
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number };
    if (code === 'EAUTH') {
      return fault(subject, `${server} refuses our user or password (${responseCode ?? code}). Correct SMTP_URL.`);
    }
    return fault(
      subject,
      `${server} can’t be used (${code || 'no answer'}). Check the name, the port and the firewall, then SMTP_URL.`,
    );
  } finally {
    transport.close();
  }
}
