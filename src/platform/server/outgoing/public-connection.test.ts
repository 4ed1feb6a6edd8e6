import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyUrl } from '#tests/support/formats/arbitrary-texts.ts';
import { isPublicIpAddress, parsePublicUrl } from './public-connection.ts';

test.each([
  ['this machine', '127.0.0.1'],
  ['another address of this machine', '127.255.255.254'],
  ['no address at all', '0.0.0.0'],
  ['a home', '192.168.1.1'],
  ['an office', '10.20.30.40'],
  ['another office', '172.31.255.255'],
  ['a customer behind a provider’s NAT', '100.64.0.1'],
  ['this link', '169.254.1.1'],
  ['a cloud’s metadata', '169.254.169.254'],
  ['another cloud’s metadata', '100.100.100.200'],
  ['a cloud’s own services', '168.63.129.16'],
  ['an example in documentation', '203.0.113.9'],
  ['a network for benchmarks', '198.19.0.1'],
  ['a multicast group', '224.0.0.251'],
  ['a broadcast', '255.255.255.255'],
  ['this machine in IPv6', '::1'],
  ['no address in IPv6', '::'],
  ['this machine, mapped', '::ffff:127.0.0.1'],
  ['a public address, mapped', '::ffff:93.184.215.14'],
  ['this machine, in the old embedding', '::127.0.0.1'],
  ['this machine through NAT64', '64:ff9b::7f00:1'],
  ['this machine through a local NAT64', '64:ff9b:1::7f00:1'],
  ['this machine through 6to4', '2002:7f00:1::1'],
  ['this machine through Teredo', '2001:0:7f00:1::1'],
  ['a private network in IPv6', 'fd00:ec2::254'],
  ['this link in IPv6', 'fe80::1'],
  ['this link with its name', 'fe80::1%lo'],
  ['a public address with a link’s name', '2606:4700::1111%lo'],
  ['an old site-local address', 'fec0::1'],
  ['a multicast group in IPv6', 'ff02::1'],
  ['an example in documentation, in IPv6', '2001:db8::1'],
  ['a name', 'localhost'],
  ['an empty text', ''],
])('isPublicIpAddress() returns false for %s: %s', (_what, address) => {
  expect(isPublicIpAddress(address)).toBe(false);
});

test.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4009::200e'])(
  'the address %s is public',
  (address) => {
    expect(isPublicIpAddress(address)).toBe(true);
  },
);

test.each([
  'https://127.0.0.1/',
  'https://2130706433/', // decimal
  'https://0x7f000001/', // hex
  'https://0177.0.0.1/', // octal
  'https://0x7f.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://127。0。0。1/', // full stops of another script
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[fe80::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://box.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://reviews.example:8443/',
  'https://reviews.example:80/',
  'https://ann:secret@reviews.example/',
  'http://reviews.example/',
  'file:///etc/passwd',
  'gopher://reviews.example/',
  'data:text/html,hello',
  'javascript:alert(1)',
  '//reviews.example/',
  'reviews.example',
  '',
])('the URL “%s” entered by an admin is refused', (address) => {
  expect(parsePublicUrl(address)).toBeNull();
});

test.each(['https://reviews.example/a?b=c', 'https://reviews.example:443/', 'https://93.184.215.14/'])(
  'the URL “%s” entered by an admin is accepted',
  (address) => {
    expect(parsePublicUrl(address)?.protocol).toBe('https:');
  },
);

/** A second, independent list of the internal networks, to check the program's own list. */
const inner: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
];
const numberOf = (dotted: string) => dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');
const innerAddress = fc
  .constantFrom(...inner)
  .chain(([net, bits]) => fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((host) => numberOf(net) + host));

test('no notation of an internal network’s address is accepted as the host of a URL', () => {
  fc.assert(
    fc.property(innerAddress, (number) => {
      const hex = number.toString(16).padStart(8, '0');
      expect(isPublicIpAddress(dotted(number))).toBe(false);
      expect(isPublicIpAddress(`::ffff:${dotted(number)}`)).toBe(false);
      expect(isPublicIpAddress(`64:ff9b::${hex.slice(0, 4)}:${hex.slice(4)}`)).toBe(false);
      expect(isPublicIpAddress(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::1`)).toBe(false);
      const octal = dotted(number)
        .split('.')
        .map((part) => `0${Number(part).toString(8)}`)
        .join('.');
      for (const host of [dotted(number), `${number}`, `0x${hex}`, octal, `[::ffff:${dotted(number)}]`]) {
        expect(parsePublicUrl(`https://${host}/`)).toBeNull();
      }
    }),
  );
});

test('for any input, only an https URL on the default port without credentials may be fetched', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyUrl,
        fc.string(),
        fc.ipV4Extended().map((host) => `https://${host}/`),
      ),
      (text) => {
        const url = parsePublicUrl(text);
        if (url) expect([url.protocol, url.port, url.username, url.password]).toEqual(['https:', '', '', '']);
      },
    ),
  );
});
