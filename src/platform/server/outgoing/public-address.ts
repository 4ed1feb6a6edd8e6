import { BlockList, isIP } from 'node:net';

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
  const host = getHost(url);
  if (isIP(host)) return isPublicIpAddress(host) ? url : null;
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !innerNames.test(name) ? url : null;
}

/** Returns the host without the brackets around IPv6. */
export const getHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
