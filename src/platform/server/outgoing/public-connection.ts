import { type LookupAddress, lookup } from 'node:dns';
import { request } from 'node:https';
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net';

/**
 * IPv4 ranges that don't belong to public websites (IANA's special-purpose registry, and clouds' internal services).
 */
const inner4 = blockList('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by a provider's customers
  '127.0.0.0/8', // this machine
  '168.63.129.16/32', // a cloud's own services, on an address that looks public
  '169.254.0.0/16', // this link, and clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);

/**
 * All public IPv6 addresses at present. Ranges that embed an IPv4 address are outside this range (mapped, NAT64) or
 * excluded below.
 */
const global6 = blockList('ipv6', ['2000::/3']);
const inner6 = blockList('ipv6', [
  '2001::/23', // protocols, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

/** Returns true if an IP address is public: not private, not this machine, not this network. */
export function isPublicIpAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inner4.check(address, 'ipv4');
  // A zone ("fe80::1%eth0") belongs to one of this machine's own links.
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !inner6.check(address, 'ipv6');
}

/** Host names that never belong to a public website, even if they resolve. */
const innerNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/;

/**
 * Returns a URL that may be fetched, such as a review's, or null: https on its usual port, no name and password, a
 * public name or a public IP address. The URL is parsed as in a browser first, which turns decimal, octal and hex hosts
 * into plain IPv4 (`https://0x7f.1/` is `127.0.0.1`). `isPublicIpAddress` checks the addresses of a name after the
 * look-up.
 */
export function parsePublicUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null;
  return isPublicHost(url) ? url : null;
}

/** Returns true if a URL's host is a public IP address, or a name that may belong to a public website. */
export function isPublicHost(url: URL): boolean {
  const host = getBareHostname(url);
  if (isIP(host)) return isPublicIpAddress(host);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !innerNames.test(name);
}

/** Returns a URL's host name, without the brackets around an IPv6 address. */
export const getBareHostname = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * The access to other servers whose addresses are entered on a screen. Only public addresses can be reached, unless
 * `allowPrivate` is set.
 */
export interface OutgoingNetwork {
  /** True if the environment also allows addresses of this machine and of private networks. */
  allowPrivate: boolean;
  /** Looks up every address of a name. Default: the system's resolver. */
  lookUp?: (name: string) => Promise<readonly LookupAddress[]>;
  /** Certificates that are trusted in addition to the system's own. */
  ca?: string | Buffer;
}

/** Thrown instead of connecting to an address of this machine or of a private network. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';

  constructor() {
    super('The address belongs to this machine or a private network.');
  }
}

const resolveName = (name: string): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true, order: 'verbatim' }, (error, found) => (error ? reject(error) : resolve(found)));
  });

/**
 * Creates the look-up of a socket. It checks the same addresses that the socket then connects to, so that a second
 * look-up can't lead elsewhere. A name with even one private address is refused, unless the environment allows private
 * addresses.
 */
export function createPublicLookup({ allowPrivate, lookUp = resolveName }: OutgoingNetwork): LookupFunction {
  return (name, { all }, callback) => {
    lookUp(name).then(
      (found) => {
        const [first] = found;
        if (!allowPrivate && !found.every(({ address }) => isPublicIpAddress(address)))
          return callback(new PrivateAddressError(), []);
        if (!first) return callback(Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), []);
        if (all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

/**
 * Opens a connection to a public host.
 *
 * @throws PrivateAddressError if the host is private and the environment doesn't allow that; another error if the
 * connection fails or takes longer than `timeoutMs`
 */
export function connectToPublicHost(
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
  network: OutgoingNetwork,
): Promise<Socket> {
  // The socket looks up only names, so if the host is an address, it is checked here
  if (isIP(host) && !network.allowPrivate && !isPublicIpAddress(host)) return Promise.reject(new PrivateAddressError());
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: createPublicLookup(network), autoSelectFamily: true });
    const fail = (error: Error) => {
      clearTimeout(late);
      socket.destroy();
      reject(error);
    };
    const late = setTimeout(
      () => fail(Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

const maxMs = 10_000;
const maxBytes = 16 * 1024;

/** Thrown if the response can't be used. */
export class UnusableResponseError extends Error {
  readonly code: 'ESTATUS' | 'ETOOLARGE' | 'EFORMAT';

  constructor(code: UnusableResponseError['code']) {
    super(`The response can’t be used: ${code}`);
    this.code = code;
  }
}

/** Returns the text as a URL if it is an https URL that may be fetched; otherwise null. */
export function parseFetchableUrl(text: string, { allowPrivate }: Pick<OutgoingNetwork, 'allowPrivate'>): URL | null {
  if (!allowPrivate) return parsePublicUrl(text);
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/**
 * Fetches a small JSON document from an https URL that somebody has entered. Its host must be public, unless the
 * environment allows private ones. The request names Callboard, but contains no cookie, no version and no URL of this
 * site. Redirects aren't followed.
 *
 * @throws if the host is private or can't be reached, or there is no JSON document of at most 16 kB with the status 200
 * within ten seconds
 */
export function fetchPublicJson(url: URL, network: OutgoingNetwork): Promise<unknown> {
  const host = getBareHostname(url);
  if (isIP(host) && !network.allowPrivate && !isPublicIpAddress(host)) return Promise.reject(new PrivateAddressError());
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      headers: { accept: 'application/json', 'user-agent': 'Callboard' },
      // A separate connection, because a pool would reuse connections whose addresses were checked for other requests
      agent: false,
      lookup: createPublicLookup(network),
      signal: AbortSignal.timeout(maxMs),
      ...(network.ca ? { ca: network.ca } : {}),
    });
    sent.on('error', reject).end();
    sent.on('response', (response) => {
      const fail = (error: Error) => {
        response.destroy();
        reject(error);
      };
      if (response.statusCode !== 200) return fail(new UnusableResponseError('ESTATUS'));
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('error', reject);
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > maxBytes) return fail(new UnusableResponseError('ETOOLARGE'));
        pieces.push(piece);
      });
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(pieces).toString('utf8')));
        } catch {
          reject(new UnusableResponseError('EFORMAT'));
        }
      });
    });
  });
}
