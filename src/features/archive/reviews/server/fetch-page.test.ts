import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createFakeNetwork,
  type FakeNetwork,
  OTHER_PUBLIC_ADDRESS,
  PUBLIC_ADDRESS,
  redirectTo,
  respondWithPage,
} from '#tests/support/site/fake-network.ts';
import { buildTlsOptions, fetchLimits, fetchPage, limitConcurrentLookups } from './fetch-page.ts';

const review = 'https://reviews.example/a-taut-evening';
const page = '<p class="content">A taut evening — très bien.</p>';

/** Starts the reviewers' site at a public address. */
async function reviewers(answer: Parameters<FakeNetwork['at']>[1]): Promise<FakeNetwork> {
  const network = createFakeNetwork();
  network.named('reviews.example', [PUBLIC_ADDRESS]);
  await network.at(PUBLIC_ADDRESS, answer);
  return network;
}

/** Starts an internal server to which outsiders must not be able to direct our requests. */
async function innerServer(network: FakeNetwork, ...addresses: string[]) {
  const listener = vi.fn<RequestListener>((_request, reply) => reply.end('secret'));
  for (const address of addresses) await network.at(address, listener);
  return listener;
}

const kindOf = (error: unknown) => (error as { kind?: string }).kind;
const refusal = (network: FakeNetwork, address = review, within = fetchLimits) =>
  fetchPage(address, network, within).then(
    () => 'fetched',
    (error: Error) => `${kindOf(error)}: ${error.message}`,
  );

test('a review is requested by host name at the looked-up address, without data about the reader', async () => {
  const listener = vi.fn<RequestListener>(respondWithPage(page));
  const network = await reviewers(listener);
  expect(await fetchPage(`${review}?year=2026#end`, network)).toEqual({ url: `${review}?year=2026#end`, html: page });
  const [request] = listener.mock.calls[0] ?? [];
  expect(request?.url).toBe('/a-taut-evening?year=2026');
  expect(request?.headers.host).toBe('reviews.example');
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test.each([
  'https://127.0.0.1/',
  'https://10.0.0.5/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://reviews.example:8443/',
  'http://reviews.example/',
])('the URL %s is refused before any look-up or connection', async (address) => {
  const network = await reviewers(respondWithPage(page));
  const listener = await innerServer(network, '127.0.0.1', '::1', '10.0.0.5', '169.254.169.254');
  expect(await refusal(network, address)).toMatch(/^refused: The link to this review leads to an address/);
  expect([network.connected, network.lookedUp, listener.mock.calls]).toEqual([[], [], []]);
});

test.each([
  ['this machine', ['127.0.0.1']],
  ['a private network', ['192.168.0.10']],
  ['a link-local address', ['fe80::1']],
  ['a metadata service', ['169.254.169.254']],
  ['this machine, mapped into IPv6', ['::ffff:127.0.0.1']],
  ['a public address and a private one', [PUBLIC_ADDRESS, '10.0.0.5']],
])('a host name that resolves to %s is refused', async (_where, addresses) => {
  const network = createFakeNetwork();
  network.named('reviews.example', addresses);
  const listener = await innerServer(network, ...addresses);
  expect(await refusal(network)).toMatch(/^refused: /);
  expect([network.connected, listener.mock.calls]).toEqual([[], []]);
});

test('a request looks its host up only once, so DNS rebinding can’t lead to an internal address', async () => {
  const network = await reviewers(respondWithPage(page));
  const listener = await innerServer(network, '127.0.0.1');
  network.named('reviews.example', [PUBLIC_ADDRESS], ['127.0.0.1']);
  expect((await fetchPage(review, network)).html).toBe(page);
  expect([network.lookedUp, network.connected, listener.mock.calls]).toEqual([
    ['reviews.example'],
    [PUBLIC_ADDRESS],
    [],
  ]);
});

test('a redirect to the same host is refused if the host now resolves to an internal address', async () => {
  const network = await reviewers(redirectTo('/here'));
  const listener = await innerServer(network, '127.0.0.1');
  network.named('reviews.example', [PUBLIC_ADDRESS], ['127.0.0.1']);
  expect(await refusal(network)).toMatch(/^refused: /);
  expect([network.connected, listener.mock.calls]).toEqual([[PUBLIC_ADDRESS], []]);
});

test.each([
  'https://127.0.0.1/',
  'https://169.254.169.254/',
  'https://inner.example/',
  '//[::1]/',
  'http://other.example/',
  'https://other.example:22/',
  'file:///etc/passwd',
])('a redirect to %s is not followed', async (location) => {
  const network = await reviewers(redirectTo(location));
  network.named('inner.example', ['10.0.0.5']);
  network.named('other.example', [OTHER_PUBLIC_ADDRESS]);
  const listener = await innerServer(network, '127.0.0.1', '169.254.169.254', '10.0.0.5', '::1', OTHER_PUBLIC_ADDRESS);
  expect(await refusal(network)).toMatch(/^refused: /);
  expect([network.connected, listener.mock.calls]).toEqual([[PUBLIC_ADDRESS], []]);
});

test('a redirect to a review’s new address is followed', async () => {
  const network = await reviewers(redirectTo('https://www.reviews.example/new', 301));
  network.named('www.reviews.example', [OTHER_PUBLIC_ADDRESS]);
  await network.at(OTHER_PUBLIC_ADDRESS, respondWithPage(page));
  expect(await fetchPage(review, network)).toEqual({ url: 'https://www.reviews.example/new', html: page });
});

test('three redirects in a row are followed, but not a fourth', async () => {
  const steps =
    (most: number): RequestListener =>
    (request, reply) => {
      const step = Number(request.url?.slice(1)) || 0;
      if (step < most) redirectTo(`/${step + 1}`)(request, reply);
      else respondWithPage(page)(request, reply);
    };
  expect((await fetchPage('https://reviews.example/0', await reviewers(steps(3)))).html).toBe(page);
  const network = await reviewers(steps(4));
  expect(await refusal(network, 'https://reviews.example/0')).toMatch(/^refused: .*redirects too many times/);
  expect(network.connected).toHaveLength(4);
});

const hasty = { ...fetchLimits, milliseconds: 250 };

test.each<[string, Parameters<FakeNetwork['at']>[1]]>([
  ['never answers', { socket: () => {} }],
  ['sends its headers drop by drop', { socket: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: b\r\n') }],
  [
    'sends its page drop by drop',
    { socket: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n') },
  ],
  [
    'sends part of a compressed page and stops',
    (_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      reply.write(gzipSync(page).subarray(0, 15));
    },
  ],
])('a site that %s is abandoned at the time limit and reported as too slow', async (_how, answer) => {
  expect(await refusal(await reviewers(answer), review, hasty)).toBe(
    'unreachable: The other site took too long to respond.',
  );
});

test('a look-up is abandoned at the time limit if the resolver never responds', async () => {
  const network = createFakeNetwork();
  network.lookUp = () => new Promise(() => {});
  expect(await refusal(network, review, hasty)).toMatch(/^unreachable: .*too long/);
});

test('at most two hosts are looked up at once, even if the look-ups never get a response', async () => {
  const requests: string[] = [];
  const lookUp = limitConcurrentLookups((name) => {
    requests.push(name);
    return new Promise(() => {});
  });
  const network = { ...createFakeNetwork(), lookUp };
  const said = Array.from({ length: 6 }, (_, at) => refusal(network, `https://slow${at}.example/`, hasty));
  expect((await Promise.all(said)).every((word) => word.startsWith('unreachable: '))).toBe(true);
  expect(requests).toEqual(['slow0.example', 'slow1.example']);
});

function drip(socket: import('node:net').Socket, start: string): void {
  socket.write(start);
  const drops = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(drops));
}

const endless: RequestListener = (_request, reply) => {
  reply.writeHead(200, { 'content-type': 'text/html' });
  const piece = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (reply.write(piece));
    reply.once('drain', more);
  };
  more();
};

test.each<[string, RequestListener]>([
  ['that never ends', endless],
  ['of a megabyte and a byte', respondWithPage('x'.repeat(fetchLimits.bytes + 1))],
  ['of 100 MB, compressed with gzip,', packed('gzip', gzipSync(Buffer.alloc(100 * 1024 * 1024)))],
  ['of 20 MB, compressed with Brotli,', packed('br', brotliCompressSync(Buffer.alloc(20 * 1024 * 1024)))],
])('a page %s is refused as too long', async (_how, answer) => {
  expect(await refusal(await reviewers(answer))).toMatch(/^refused: .*too long to show/);
});

function packed(packing: string, bytes: Buffer): RequestListener {
  return respondWithPage(bytes, { 'content-type': 'text/html', 'content-encoding': packing });
}

test.each([
  ['gzip', gzipSync(page)],
  ['deflate', deflateSync(page)],
  ['br', brotliCompressSync(page)],
  ['identity', Buffer.from(page)],
])('a page with the content encoding %s is read', async (packing, bytes) => {
  expect((await fetchPage(review, await reviewers(packed(packing, bytes)))).html).toBe(page);
});

test('a page with an unknown content encoding is refused', async () => {
  expect(await refusal(await reviewers(packed('constructor', Buffer.from(page))))).toMatch(/^refused: .*compressed/);
});

test('a site that sends a false content encoding is reported as unreachable', async () => {
  expect(await refusal(await reviewers(packed('gzip', Buffer.from(page))))).toMatch(/^unreachable: /);
});

test.each(['application/pdf', 'image/svg+xml', 'text/plain', 'application/json', 'text/html5', ''])(
  'a response of the type "%s" is refused as not a web page',
  async (type) => {
    expect(await refusal(await reviewers(respondWithPage(page, { 'content-type': type })))).toMatch(
      /^refused: .*a web page/,
    );
  },
);

test.each<[string, Parameters<FakeNetwork['at']>[1]]>([
  ['responds with status 500', (_request, reply) => reply.writeHead(500, { 'content-type': 'text/html' }).end(page)],
  ['hangs up', { socket: (socket) => socket.destroy() }],
  ['speaks another protocol', { socket: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n') }],
  ['sends headers without end', { socket: (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9000)}`) }],
])('a site that %s is reported as unreachable', async (_how, answer) => {
  expect(await refusal(await reviewers(answer))).toMatch(
    /^unreachable: (We can’t reach the other site|The other site isn’t showing the review) /,
  );
});

test.each([404, 410])('a response with status %d means that the review no longer exists', async (status) => {
  const lost = (_: unknown, reply: ServerResponse) =>
    reply.writeHead(status, { 'content-type': 'text/html' }).end(page);
  expect(await refusal(await reviewers(lost))).toMatch(/^gone: The other site says this page doesn’t exist/);
});

test('a site that isn’t running or whose name is unknown is reported as unreachable', async () => {
  const network = createFakeNetwork();
  expect(await refusal(network)).toMatch(/^unreachable: /);
  network.named('reviews.example', [PUBLIC_ADDRESS]);
  expect(await refusal(network)).toMatch(/^unreachable: /);
  network.named('reviews.example', []);
  expect(await refusal(network)).toMatch(/^unreachable: We can’t find the other site/);
});

const latin1 = Buffer.from('<p>Noël’s caf\u00e9</p>'.replace('’', "'"), 'latin1');

test.each([
  ['declares latin1 and uses it', latin1, 'text/html; charset=ISO-8859-1'],
  [
    'declares its encoding in a meta element',
    Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin1]),
    'text/html',
  ],
  ['declares UTF-8 but uses latin1', latin1, 'text/html; charset=utf-8'],
  ['declares an unknown encoding and uses latin1', latin1, 'text/html; charset=klingon-8'],
  ['declares no encoding and uses UTF-8', Buffer.from("<p>Noël's café</p>"), 'text/html'],
  ['declares UTF-16 but uses UTF-8', Buffer.from("<meta charset=utf-16><p>Noël's café</p>"), 'text/html'],
  [
    'declares latin1 but starts with the byte order mark of UTF-8',
    Buffer.from("\ufeff<p>Noël's café</p>"),
    'text/html; charset=latin1',
  ],
  ['uses UTF-16 with a byte order mark', Buffer.from("\ufeff<p>Noël's café</p>", 'utf16le'), 'text/html'],
])('accented letters are decoded correctly on a page that %s', async (_how, bytes, type) => {
  const { html } = await fetchPage(review, await reviewers(respondWithPage(bytes, { 'content-type': type })));
  expect(html).toContain("<p>Noël's café</p>");
});

const certificates = join(import.meta.dirname, '../../../../../tests/support/site/certificates');
const cert = readFileSync(join(certificates, 'reviews.example.pem'));
const key = readFileSync(join(certificates, 'reviews.example.key.pem'));

test.each([
  ['is signed by no authority', 'unreachable', 'reviews.example', {}],
  ['names another host', 'unreachable', 'other.example', { ca: cert }],
  ['names the host', 'read', 'reviews.example', { ca: cert }],
])('a site whose certificate %s is %s', async (_certificate, outcome, name, trust) => {
  const server = createServer({ cert, key }, (socket) => {
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n${page}`);
  }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => {});
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const listening = server.address();
  const port = listening !== null && typeof listening === 'object' ? listening.port : 0;
  const network = {
    lookUp: async () => [PUBLIC_ADDRESS],
    connect: (door: { address: string; name: string }) =>
      connect({ ...buildTlsOptions(door), host: '127.0.0.1', port, ...trust }),
  };
  const result = await fetchPage(`https://${name}/`, network).then(
    ({ html }) => (html === page ? 'read' : html),
    kindOf,
  );
  expect(result).toBe(outcome);
});
