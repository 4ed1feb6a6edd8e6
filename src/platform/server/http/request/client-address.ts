import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns true if a proxy is trusted to state the address from which a request comes. `hop` is 0 for the proxy
 * connected to us.
 */
export type TrustProxy = (address: string, hop: number) => boolean;

const loopback = ['127.0.0.0/8', '::1/128'];

/**
 * Parses TRUST_PROXY: a number of proxies in a row, or the proxies' addresses and networks; undefined for anything
 * else.
 */
export function parseTrustProxy(setting: string): TrustProxy | undefined {
  if (/^\d$/.test(setting)) return (_address, hop) => hop < Number(setting);
  const networks = setting
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .flatMap((one) => (one === 'loopback' ? loopback : [one]));
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const maxLength = isIPv6(address) ? 128 : 32;
    const length = Number(bits ?? maxLength);
    // A network of length 0 would include everyone
    if (isIP(address) === 0 || !Number.isInteger(length) || length < 1 || length > maxLength) return undefined;
    trusted.addSubnet(address, length, familyOf(address));
  }
  const isTrusted = (from: string) => {
    const address = plainAddress(from);
    return address !== '' && trusted.check(address, familyOf(address));
  };
  // Fastify calls this several times for each request, and nearly all requests come from the same proxy, so the last
  // result is remembered
  let last = { from: '', isTrusted: false };
  return (from) => {
    if (from !== last.from) last = { from, isTrusted: isTrusted(from) };
    return last.isTrusted;
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Trusts proxies on this machine only. */
export const trustLoopback: TrustProxy = parseTrustProxy('loopback') ?? (() => false);

/** Normalises a network address, which may have a port or brackets. Returns "" for anything else. */
function plainAddress(written: string): string {
  // Nearly all addresses are IPv4 addresses like this, and every request has an address
  if (isIPv4(written)) return written;
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(written.trim()) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? written.trim()).split('%');
  if (!isIPv6(address)) return isIP(address) ? address : '';
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return canonical(address);
}

/** Returns an IPv6 address in its shortest notation. */
const canonical = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** Returns the eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = canonical(address).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const middle = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...middle, ...after].map((group) => Number.parseInt(group, 16));
}

/**
 * Returns the network address from which a request comes. `ip` is the address that Fastify reads from
 * `X-Forwarded-For`, as far as we trust the proxies that wrote it (../server.ts). If `ip` isn't an address, returns the
 * address of the connection. `request-limits.ts` also reads that header.
 */
export const getClientAddress = ({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string =>
  plainAddress(ip ?? '') || plainAddress(raw.socket.remoteAddress ?? '');

/**
 * Returns the address from which a request comes, before the framework has seen the request. `getClientAddress` returns
 * the same address afterwards.
 */
export function findRawClientAddress(raw: IncomingMessage, trustProxy: TrustProxy): string {
  const forwarded = `${raw.headers['x-forwarded-for'] ?? ''}`.split(',').map((address) => address.trim());
  const senders = [raw.socket.remoteAddress ?? '', ...forwarded.filter(Boolean).reverse()];
  const untrusted = senders.find((address, hop) => !trustProxy(address, hop));
  return getClientAddress({ ip: untrusted ?? senders.at(-1) ?? '', raw });
}

/** A network to which an address belongs, and its allowance as a multiple of a single household's. */
export interface ClientNetwork {
  name: string;
  factor: 1 | 2 | 4;
}

/** The IPv6 networks whose requests are counted, narrowest first: a link, a connection, a site or rented server. */
const prefixes = [
  { length: 64, factor: 1 },
  { length: 56, factor: 2 },
  { length: 48, factor: 4 },
] as const;

/** The maximum number of networks to which one address belongs. */
export const maxNetworksPerAddress = prefixes.length;

/**
 * Lists the networks of an address, narrowest first. Each limit counts the address's requests separately for each of
 * these networks. An IPv4 address is one network. A single IPv6 customer controls up to 65,536 networks of length /64,
 * so these also share the larger allowances of their /56 and /48.
 */
export function listNetworks(address: string): ClientNetwork[] {
  if (!isIPv6(address)) return [{ name: address, factor: 1 }];
  const groups = groupsOf(address);
  return prefixes.map(({ length, factor }) => {
    const network = groups.map((group, index) => {
      const bits = Math.min(16, Math.max(0, length - 16 * index));
      return (group & (0xffff << (16 - bits)) & 0xffff).toString(16);
    });
    return { name: `${canonical(network.join(':'))}/${length}`, factor };
  });
}
