import fc from 'fast-check';
import { fastify as createFastify } from 'fastify';
import { expect, test } from 'vitest';
import { findRawClientAddress, getClientAddress, listNetworks, parseTrustProxy } from './client-address.ts';

const heard = (ip: string, remoteAddress = '10.0.0.9') =>
  getClientAddress({ ip, raw: { socket: { remoteAddress } } } as Parameters<typeof getClientAddress>[0]);

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:0db8:0:0:0:0:0:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('the address %s is normalised to %s', (address, written) => {
  expect(heard(address)).toBe(written);
});

test.each([
  '',
  'evil',
  '<script>',
  '1.2.3',
  '1.2.3.4.5',
  '999.1.1.1',
  'localhost',
  '1.2.3.4; drop table',
  '[::1',
  '::1]:80',
  'unknown',
])('an invalid forwarded address, such as “%s”, is replaced by the connection’s address', (address) => {
  expect(heard(address)).toBe('10.0.0.9');
  expect(heard(address, '::ffff:10.0.0.9')).toBe('10.0.0.9');
});

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['2001:db8:1:2::1', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
  ['2001:db8:1:abcd::1', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:DB8:0001:ABFF::1', ['2001:db8:1:abff::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
  ['', ['']],
])('the address %s counts towards the networks %j', (address, names) => {
  expect(listNetworks(address).map(({ name }) => name)).toEqual(names);
});

test('a wider IPv6 network has a larger allowance, and an IPv4 address has one allowance of the usual size', () => {
  expect(listNetworks('2001:db8::1').map(({ factor }) => factor)).toEqual([1, 2, 4]);
  expect(listNetworks('192.0.2.1').map(({ factor }) => factor)).toEqual([1]);
});

test('two IPv6 addresses share a network exactly when their prefix bits are equal', () => {
  fc.assert(
    fc.property(groups, groups, fc.integer({ min: 0, max: 128 }), (one, other, common) => {
      // This address shares at least its first `common` bits with `one`
      const mixed = one.map((group, index) => {
        const kept = Math.min(16, Math.max(0, common - 16 * index));
        const mask = (0xffff << (16 - kept)) & 0xffff;
        return (group & mask) | ((other[index] ?? 0) & ~mask & 0xffff);
      });
      const [ours, theirs] = [listNetworks(spell(one)), listNetworks(spell(mixed))];
      for (const [level, length] of [64, 56, 48].entries()) {
        const isSame = bits(one).slice(0, length) === bits(mixed).slice(0, length);
        expect(ours[level]?.name === theirs[level]?.name).toBe(isSame);
      }
    }),
  );
});

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const spell = (address: readonly number[]) => address.map((group) => group.toString(16)).join(':');
const bits = (address: readonly number[]) => address.map((group) => group.toString(2).padStart(16, '0')).join('');

test.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '172.17.0.1', false],
  ['172.16.0.0/12', '172.31.255.255', true],
  ['172.16.0.0/12', '172.32.0.0', false],
  ['loopback, 10.0.0.1', '10.0.0.1:8080', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['fd00::/8', 'fd12::1', true],
  ['0', '127.0.0.1', false],
])('with TRUST_PROXY=%s, trust in a proxy at %s is %s', (setting, address, trusted) => {
  expect(parseTrustProxy(setting)?.(address, 0)).toBe(trusted);
});

test('TRUST_PROXY=n trusts n proxies in a row, whatever their addresses are', () => {
  const trust = parseTrustProxy('2');
  expect([0, 1, 2].map((hop) => trust?.('203.0.113.1', hop))).toEqual([true, true, false]);
});

test.each(['everyone', '10.0.0.0/33', '10.0.0.0/0', '10.0.0/8', '::/129', '-1', '12', 'true', '10.0.0.1/'])(
  'the trusted proxy setting “%s” is refused',
  (setting) => {
    expect(parseTrustProxy(setting)).toBeUndefined();
  },
);

test.each(['loopback', '1', '2', '0', '127.0.0.1 10.0.0.0/8'])(
  'with the trusted proxies %s, findRawClientAddress() and the framework find the same address',
  async (trust) => {
    const trustProxy = parseTrustProxy(trust) ?? expect.fail();
    const fastify = createFastify({ trustProxy });
    fastify.get('/', async (request) => ({
      before: findRawClientAddress(request.raw, trustProxy),
      by: getClientAddress(request),
    }));
    for (const remoteAddress of ['127.0.0.1', '10.0.0.9', '192.0.2.1', '::1']) {
      for (const forwarded of [
        undefined,
        '',
        '203.0.113.9',
        '203.0.113.9, 10.0.0.3',
        '203.0.113.9,,127.0.0.1 , 10.0.0.3',
        'made up, 203.0.113.9',
        '203.0.113.9, made up',
        '127.0.0.1, 10.0.0.3',
        '2001:DB8::1, ::1',
      ]) {
        const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
        const { before, by } = (await fastify.inject({ url: '/', remoteAddress, headers })).json();
        expect({ remoteAddress, forwarded, address: before }).toEqual({ remoteAddress, forwarded, address: by });
      }
    }
    await fastify.close();
  },
);
