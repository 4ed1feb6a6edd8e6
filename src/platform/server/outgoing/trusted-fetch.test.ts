import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  createTrustedFetch,
  ExternalServiceError,
  type FetchedResponse,
  type TrustedFetchOptions,
} from './trusted-fetch.ts';

/** A misbehaviour of the service in a test. */
type Fault =
  | { status: number; headers?: Record<string, string> }
  | 'break before charging'
  | 'break after charging'
  | 'break within the response'
  | 'stall after charging'
  | 'answer at great length'
  | undefined;

/** Starts a service on loopback that charges once for each key. Each request gets the next of the faults. */
async function service(faults: Fault[], some: Partial<TrustedFetchOptions> = {}) {
  const charges = new Map<string, number>();
  const requests: string[] = [];
  const pauses: number[] = [];
  let patience = new AbortController();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    requests.push(`${request.method} ${body}`);
    const fault = faults.shift();
    if (fault === 'break before charging') return void request.socket.destroy();
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end('{"errors":[]}');
    const key = body === '' ? '' : (JSON.parse(body).idempotency_key ?? `${requests.length}`);
    if (key) charges.set(key, charges.get(key) ?? 1200);
    if (fault === 'break after charging') return void request.socket.destroy();
    // Only the client's timeout ends this request
    if (fault === 'stall after charging') return patience.abort(new DOMException('late', 'TimeoutError'));
    finish(response, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = createTrustedFetch({
    origin,
    isIdempotent: (body) => body.includes('idempotency_key'),
    sleep: async (ms) => void pauses.push(ms),
    random: () => 0.5,
    clock: () => new Date('2026-11-21T12:00:00.000Z'),
    timeout: () => {
      patience = new AbortController();
      return patience.signal;
    },
    ...some,
  });
  const charge = (body: object = { idempotency_key: 'ann', pence: 1200 }) =>
    send(new URL('/v2/payments', origin), { method: 'POST', body: JSON.stringify(body) });
  return { send, charge, charges, requests, pauses, origin };
}

function finish(response: ServerResponse, fault: Fault): void {
  if (fault === 'break within the response') {
    response.writeHead(200, { 'content-length': '100' }).write('{"pay');
    setImmediate(() => response.destroy());
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(fault === 'answer at great length' ? 'x'.repeat(10_000) : '{"payment":{"id":"p1"}}');
}

const codeOf = (error: unknown) => (error instanceof ExternalServiceError ? error.code : `${error}`);
const given = (response: Promise<FetchedResponse>) => response.then(({ status }) => `${status}`, codeOf);

const passing: [string, Fault][] = [
  ['is busy', { status: 429 }],
  ['fails', { status: 500 }],
  ['is unavailable', { status: 503 }],
  ['breaks the connection', 'break before charging'],
  ['breaks the connection after it has charged', 'break after charging'],
  ['breaks off its response', 'break within the response'],
  ['charges, and never responds', 'stall after charging'],
];

test.each(passing)('a service that %s gets the same request again, and charges once', async (_, fault) => {
  const { charge, charges, requests } = await service([fault, fault]);
  const response = await charge();
  expect(JSON.parse(response.text)).toEqual({ payment: { id: 'p1' } });
  expect(requests).toHaveLength(3);
  expect(new Set(requests).size).toBe(1);
  expect([...charges]).toEqual([['ann', 1200]]);
});

test.each(passing)('a request that isn’t idempotent is not sent again when the service %s', async (_, fault) => {
  const { charge, charges, requests } = await service([fault]);
  expect(await given(charge({ pence: 1200 }))).not.toBe('200');
  expect(requests).toHaveLength(1);
  expect(charges.size).toBeLessThan(2);
});

test.each([400, 401, 402, 404, 409, 422])('a response with status %d is returned without a retry', async (status) => {
  const { charge, requests } = await service([{ status }]);
  expect(await given(charge())).toBe(`${status}`);
  expect(requests).toHaveLength(1);
});

test('after four failed attempts, the caller gets the last response or error', async () => {
  const busy = await service(Array(9).fill({ status: 503 }));
  expect(await given(busy.charge())).toBe('503');
  expect(busy.requests).toHaveLength(4);
  // Each pause is longer than the one before, and half of each pause is random, so that clients don't retry at the same
  // moment
  expect(busy.pauses).toEqual([375, 750, 1500]);
  const broken = await service(Array(9).fill('break after charging'));
  expect(await given(broken.charge())).toBe('EBROKEN');
  const stalled = await service(Array(9).fill('stall after charging'));
  expect(await given(stalled.charge())).toBe('ETIMEDOUT');
  expect([...stalled.charges.keys()]).toEqual(['ann']);
});

test('a request is retried after the server’s Retry-After time, unless that is too long', async () => {
  const wait = (after: string): Fault => ({ status: 429, headers: { 'retry-after': after } });
  const patient = await service([wait('3'), wait('Sat, 21 Nov 2026 12:00:05 GMT'), wait('0')]);
  expect(await given(patient.charge())).toBe('200');
  expect(patient.pauses).toEqual([3000, 5000, 0]);
  const long = await service([wait('3600')]);
  expect(await given(long.charge())).toBe('429');
  expect(long.requests).toHaveLength(1);
});

test('a request that only reads is retried without an idempotency key', async () => {
  const { send, requests, origin } = await service(['break before charging', { status: 500 }]);
  expect(await given(send(new URL('/v2/payments', origin)))).toBe('200');
  expect(requests).toEqual(['GET ', 'GET ', 'GET ']);
});

test('redirects aren’t followed, other hosts aren’t contacted, and a response over the size limit is refused', async () => {
  const elsewhere = await service([]);
  const moved = await service([{ status: 307, headers: { location: `${elsewhere.origin}/v2/payments` } }]);
  expect(await given(moved.charge())).toBe('EREDIRECT');
  expect(await given(moved.send(new URL('/v2/payments', elsewhere.origin)))).toBe('EELSEWHERE');
  expect(elsewhere.requests).toEqual([]);
  expect(moved.requests).toHaveLength(1);
  const long = await service(['answer at great length'], { maxBytes: 5000 });
  expect(await given(long.charge())).toBe('ETOOLARGE');
  expect(long.requests).toHaveLength(1);
});

test('a caller can cancel a request between two attempts', async () => {
  const stopping = new AbortController();
  const { send, requests, origin } = await service(Array(9).fill({ status: 503 }), {
    sleep: async (_, signal) => {
      stopping.abort();
      signal?.throwIfAborted();
    },
  });
  const response = send(new URL('/v2/payments', origin), { signal: stopping.signal });
  await expect(response).rejects.toThrow('aborted');
  expect(requests).toHaveLength(1);
});
