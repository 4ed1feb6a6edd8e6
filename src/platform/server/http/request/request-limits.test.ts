import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpError } from '../errors/http-error.ts';
import { createServer } from '../server.ts';
import { listNetworks, parseTrustProxy } from './client-address.ts';
import { createRequestLimits, type RequestRateLimitKind } from './request-limits.ts';

/**
 * Starts a bare server. Returns two functions: one sends it a request, the other sends it many and counts those refused
 * with 429.
 */
async function serverThatCounts(trust = 'loopback') {
  const trustProxy = parseTrustProxy(trust) ?? expect.fail();
  const fastify = await createServer({ log: 'silent', https: false, dev: false, maxDelayMs: 0, trustProxy });
  const left = new Map<string, number>();
  const consumeMessageLimit = async (address: string) => {
    const network = listNetworks(address)[0]?.name ?? '';
    left.set(network, (left.get(network) ?? 2) - 1);
    return { waitMs: (left.get(network) ?? 0) < 0 ? 29_100 : 0 };
  };
  const { enforceRateLimit: limit } = createRequestLimits(fastify, {
    consumeMessageLimit,
    clock: () => new Date(),
    onExceeded: () => {},
  });
  for (const rateLimit of [
    'read',
    'uncached',
    'download',
    'drawing',
    'write',
    'message',
  ] satisfies RequestRateLimitKind[]) {
    fastify.get(`/${rateLimit}`, async (request, reply) => {
      await limit(rateLimit, request, reply);
      return 'ok';
    });
  }
  fastify.setErrorHandler((error, _request, reply) => reply.code(error instanceof HttpError ? error.code : 500).send());
  await fastify.ready();
  onTestFinished(() => fastify.close());
  const request = async (url: string, remoteAddress: string, headers = {}) => {
    const { statusCode, headers: received } = await fastify.inject({ url, remoteAddress, headers });
    return { status: statusCode, retryAfter: received['retry-after'] };
  };
  const times = async (count: number, url: string, from: string, headers = {}) => {
    let refused = 0;
    for (let at = 0; at < count; at++) if ((await request(url, from, headers)).status === 429) refused += 1;
    return refused;
  };
  return { request, times };
}

test('a client that sends too many changes is told how long to wait, and may continue after that time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { request, times } = await serverThatCounts();
  expect(await times(120, '/write', '192.0.2.1')).toBe(0);
  expect(await request('/write', '192.0.2.1')).toEqual({ status: 429, retryAfter: '60' });
  vi.setSystemTime(Date.now() + 59_000);
  expect(await request('/write', '192.0.2.1')).toEqual({ status: 429, retryAfter: '1' });
  vi.setSystemTime(Date.now() + 1000);
  expect((await request('/write', '192.0.2.1')).status).toBe(200);
});

test('messages are limited per IPv6 /64 network, and a refused sender is told how long to wait', async () => {
  const { request, times } = await serverThatCounts();
  expect(await times(2, '/message', '2001:db8:1:2::1')).toBe(0);
  expect(await request('/message', '2001:db8:1:2:aaaa::9')).toEqual({ status: 429, retryAfter: '30' });
  expect((await request('/message', '2001:db8:1:3::1')).status).toBe(200);
});

test('a client gets 600 rendered pages in a minute, and after that only cached ones', async () => {
  const { request, times } = await serverThatCounts();
  expect(await times(600, '/uncached', '192.0.2.1')).toBe(0);
  expect((await request('/uncached', '192.0.2.1')).status).toBe(429);
  expect((await request('/read', '192.0.2.1')).status).toBe(200);
});

test('a client at its limit does not affect other clients, and can still read', async () => {
  const { request, times } = await serverThatCounts();
  expect(await times(121, '/write', '192.0.2.1')).toBe(1);
  expect((await request('/write', '192.0.2.2')).status).toBe(200);
  expect((await request('/read', '192.0.2.1')).status).toBe(200);
});

test('a school behind one address may read two thousand pages a minute, but not four thousand', async () => {
  const { times } = await serverThatCounts();
  expect(await times(2000, '/read', '192.0.2.1')).toBe(0);
  expect(await times(2000, '/read', '192.0.2.1')).toBe(1000);
});

test('a household can’t circumvent its limit by using many IPv6 addresses', async () => {
  const { request, times } = await serverThatCounts();
  expect(await times(120, '/write', '2001:db8:1:2::1')).toBe(0);
  expect((await request('/write', '2001:db8:1:2:aaaa::9')).status).toBe(429);
  expect((await request('/write', '2001:db8:1:3::1')).status).toBe(200);
});

test.each([
  {
    name: 'one /64 network',
    network: (n: number) => `2001:db8:1:2::${n.toString(16)}`,
    count: 5,
    each: 100,
    accepted: 120,
  },
  { name: 'one /56 network', network: (n: number) => `2001:db8:1:2${hex(n)}::1`, count: 5, each: 100, accepted: 240 },
  { name: 'one /48 network', network: (n: number) => `2001:db8:1:${hex(n)}02::1`, count: 10, each: 100, accepted: 480 },
  { name: 'ten /48 networks', network: (n: number) => `2001:db8:${hex(n)}::1`, count: 10, each: 100, accepted: 1000 },
])(
  '$count addresses in $name, with $each requests each, get $accepted responses in all',
  async ({ network, count, each, accepted }) => {
    const { times } = await serverThatCounts();
    let refused = 0;
    for (let n = 1; n <= count; n++) refused += await times(each, '/write', network(n));
    expect(count * each - refused).toBe(accepted);
  },
);

test('requests refused for one household don’t count towards its neighbours’ limits', async () => {
  const { times } = await serverThatCounts();
  expect(await times(1000, '/write', '2001:db8:1:2::1')).toBe(880);
  expect(await times(120, '/write', '2001:db8:1:3::1')).toBe(0);
  expect(await times(120, '/write', '2001:db8:1:102::1')).toBe(0);
});

const hex = (n: number) => n.toString(16).padStart(2, '0');

test('behind a local proxy each visitor counts separately, and other senders cannot forge an address', async () => {
  const { request, times } = await serverThatCounts();
  const visitor = (ip: string) => ({ 'x-forwarded-for': ip });
  expect(await times(121, '/write', '127.0.0.1', visitor('192.0.2.1'))).toBe(1);
  expect((await request('/write', '127.0.0.1', visitor('192.0.2.2'))).status).toBe(200);
  expect(await times(120, '/write', '203.0.113.5', visitor('192.0.2.3'))).toBe(0);
  expect((await request('/write', '203.0.113.5', visitor('192.0.2.4'))).status).toBe(429);
});

test('visitors whose proxy sends no address are not all locked out together', async () => {
  const { times } = await serverThatCounts();
  expect(await times(3100, '/read', '127.0.0.1')).toBe(0);
});

test('behind a container bridge or a second trusted proxy, requests are limited per visitor', async () => {
  const visitor = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}, 172.17.0.2` });
  const inContainer = await serverThatCounts('172.16.0.0/12, 127.0.0.1');
  expect(await inContainer.times(121, '/write', '172.17.0.1', visitor(1))).toBe(1);
  expect((await inContainer.request('/write', '172.17.0.1', visitor(2))).status).toBe(200);
  const behindTwo = await serverThatCounts('2');
  expect(await behindTwo.times(121, '/write', '127.0.0.1', visitor(1))).toBe(1);
  expect((await behindTwo.request('/write', '127.0.0.1', visitor(2))).status).toBe(200);
  const untold = await serverThatCounts();
  expect(await untold.times(121, '/write', '127.0.0.1', visitor(1))).toBe(1);
  expect((await untold.request('/write', '127.0.0.1', visitor(2))).status).toBe(429);
});

test('nobody gets a separate allowance by a made-up address, another port or another notation', async () => {
  const { request, times } = await serverThatCounts();
  const from = (address: string) => request('/write', '127.0.0.1', { 'x-forwarded-for': address });
  const visitor = { 'x-forwarded-for': '192.0.2.1' };
  expect(await times(120, '/write', '127.0.0.1', visitor)).toBe(0);
  for (const address of ['192.0.2.1:4711', ' 192.0.2.1', '::ffff:192.0.2.1', '[::ffff:c000:201]:80']) {
    expect([address, (await from(address)).status]).toEqual([address, 429]);
  }
  for (let sent = 0; sent < 120; sent++) expect((await from(`nobody${sent}`)).status).toBe(200);
  for (const address of ['evil', '<script>', '1.2.3', '999.1.1.1', 'evil:80', 'a, b'])
    expect([address, (await from(address)).status]).toEqual([address, 429]);
  // Reads with an invalid address are limited, unlike those by a proxy on this machine without `X-Forwarded-For`
  expect(await times(3100, '/read', '127.0.0.1', { 'x-forwarded-for': 'evil' })).toBe(100);
});

test('pictures have a limit separate from pages, and generated pictures a stricter one', async () => {
  const { request, times } = await serverThatCounts();
  expect(await times(3001, '/download', '192.0.2.1')).toBe(1);
  expect((await request('/read', '192.0.2.1')).status).toBe(200);
  expect(await times(121, '/drawing', '192.0.2.1')).toBe(1);
});
