// Checks of the site's addresses: its port on this machine, and the address that people type.
import { createServer } from 'node:net';
import type { TrustProxy } from '#platform/server/http/request/client-address.ts';
import { isLoopbackHost } from '#platform/server/http/request/request-limits.ts';
import { buildFaultFinding, buildNoteFinding, buildOkFinding, type Finding } from './finding.ts';

/** The time in milliseconds that an address may take to respond. */
const maxResponseMs = 10_000;

/** Asks a site at an address for its version. Returns undefined if anything else responds. */
async function askVersion(address: string): Promise<string | undefined> {
  const response = await fetch(`${address}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(maxResponseMs),
  });
  const body: unknown = await response.json().catch(() => undefined);
  const isOurs = typeof body === 'object' && body !== null && 'status' in body && body.status === 'alive';
  return isOurs && 'version' in body ? String(body.version) : undefined;
}

/** Tries to listen on a port; returns the error's code if that fails. */
function tryPort(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', ({ code = 'error' }: NodeJS.ErrnoException) => resolve(code))
      .listen(port, host, () => server.close(() => resolve('')));
  });
}

/** Checks the port. `isRunning` is true if the site is running on it. */
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

/** An address that doesn't belong to this machine. */
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
