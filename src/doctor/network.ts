// Checks of the network: the site's port on this machine, the address that people type, and the mail server.
import { createServer } from 'node:net';
import { createTransport } from 'nodemailer';
import { withSnapshot } from '#platform/server/database/index.ts';
import type { TrustProxy } from '#platform/server/http/request/client-address.ts';
import { isLoopbackHost } from '#platform/server/http/request/request-limits.ts';
import { buildEncryptionOptions, parseSmtpUrl } from '#platform/server/mail/index.ts';
import { buildFaultFinding, buildNoteFinding, buildOkFinding, type Finding } from './finding.ts';

/** The time in milliseconds that an address may take to respond. */
const maxResponseMs = 10_000;

/**
 * Asks the site at an address for its version. Returns undefined if something other than a Callboard site responds.
 *
 * @throws Error if nothing responds
 */
async function askVersion(address: string): Promise<string | undefined> {
  const response = await fetch(`${address}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(maxResponseMs),
  });
  const body: unknown = await response.json().catch(() => undefined);
  const isOurs = typeof body === 'object' && body !== null && 'status' in body && body.status === 'alive';
  return isOurs && 'version' in body ? String(body.version) : undefined;
}

/** Tries to listen on a port. Returns the error's code if that fails; otherwise "". */
function tryPort(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', ({ code = 'error' }: NodeJS.ErrnoException) => resolve(code))
      .listen(port, host, () => server.close(() => resolve('')));
  });
}

/**
 * Checks that the site's port is free, or that the site is running on it. In the latter case, `isRunning` in the result
 * is true.
 */
export async function checkPort(
  { host, port }: { host: string; port: number },
  localUrl: string,
): Promise<{ finding: Finding; isRunning: boolean }> {
  const subject = 'Port';
  const code = await tryPort(host, port);
  if (code === '')
    return { finding: buildOkFinding(subject, `${port} is free; the site isn’t running.`), isRunning: false };
  if (code === 'EADDRINUSE') {
    const version = await askVersion(localUrl).catch(() => undefined);
    if (version)
      return {
        finding: buildOkFinding(subject, `the site is running on ${port}, version ${version}.`),
        isRunning: true,
      };
    const advice = 'Stop that program, or set PORT to another number.';
    return { finding: buildFaultFinding(subject, `another program uses ${port}. ${advice}`), isRunning: false };
  }
  const finding =
    code === 'EACCES'
      ? buildFaultFinding(subject, `${port} needs special permissions. Set PORT to a number above 1023.`)
      : buildFaultFinding(
          subject,
          `${host} isn’t an address of this machine (${code}). Set HOST to 127.0.0.1 or 0.0.0.0.`,
        );
  return { finding, isRunning: false };
}

/** An address that this machine never has, because its range is reserved for documentation. */
const anotherMachine = '192.0.2.1';

/**
 * Checks the address that people type, through the proxy.
 *
 * @param isRunning if false, no request is sent to the address
 */
export async function checkPublicAddress(
  { publicUrl, host, trustProxy }: { publicUrl: string; host: string; trustProxy: TrustProxy },
  isRunning: boolean,
): Promise<Finding> {
  const subject = 'Public address';
  if (!publicUrl) {
    return buildNoteFinding(
      subject,
      'PUBLIC_URL isn’t set, so links in emails don’t work on other machines. Set it before others use the site.',
    );
  }
  if (!isRunning)
    return buildNoteFinding(subject, `${publicUrl} is checked while the site is running. Start it, and check again.`);
  try {
    if (!(await askVersion(publicUrl))) {
      return buildFaultFinding(
        subject,
        `something else responds at ${publicUrl}. Let the domain’s DNS records and the proxy lead to this site.`,
      );
    }
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    const code = cause?.code ?? name;
    const advice = /^(ENOTFOUND|EAI_AGAIN)$/.test(code)
      ? 'The domain’s name can’t be resolved: check its DNS record, or correct PUBLIC_URL.'
      : /CERT|SSL|TLS|SIGNED/.test(code)
        ? 'There’s no valid certificate: look at the proxy’s log.'
        : 'Check that the proxy is running, and that the firewall lets ports 80 and 443 through.';
    return buildFaultFinding(subject, `${publicUrl} doesn’t respond (${code}). ${advice}`);
  }
  if (!isLoopbackHost(host) && !trustProxy(anotherMachine, 0)) {
    return buildNoteFinding(
      subject,
      `${publicUrl} leads here. If a proxy on another machine or in a container stands in front, set TRUST_PROXY: otherwise all visitors count as one.`,
    );
  }
  return buildOkFinding(subject, `${publicUrl} leads here.`);
}

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
