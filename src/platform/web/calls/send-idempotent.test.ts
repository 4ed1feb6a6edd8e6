import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Call, declareCall } from '#platform/shared/calls/calls.ts';
import { deleteStoredUserData } from '../drafts/user-storage.ts';
import { sendCall } from './send-call.ts';

const pay: Call = declareCall('POST', '/api/pay', { once: true });

let stored: Map<string, string>;

/** Imitates a browser’s storage: its stored keys are its own properties. */
const storage = () =>
  new Proxy(
    {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: (_, name) => ({ value: name, enumerable: true, configurable: true }),
    },
  );

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', storage());
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Sends the body, has the server respond with `answer`, and returns the idempotency key of the request. */
async function keyOf(body: object, answer: () => Response, call = pay): Promise<string | null> {
  let key: string | null = null;
  await sendCall(call, body as never, async (_, init) => {
    key = new Headers(init?.headers).get('idempotency-key');
    return answer();
  });
  return key;
}

const code = (status: number) => () => Response.json({ code: status, msg: '' }, { status });
const cut = () => {
  throw new TypeError('Failed to fetch');
};
/** A response that begins to arrive before the connection breaks. */
const halfAnswered = () =>
  new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    }),
  );

test('a call that fails or gets no response keeps its key for retries until it succeeds', async () => {
  const first = await keyOf({ pence: 1 }, cut);
  expect(first).toMatch(/^"[0-9a-f]{32}"$/);
  for (const answer of [cut, halfAnswered, code(500), code(400), code(200)]) {
    expect(await keyOf({ pence: 1 }, answer)).toBe(first);
  }
  expect(await keyOf({ pence: 1 }, cut)).not.toBe(first);
});

test('other input or another call gets another idempotency key, and the earlier input keeps its key', async () => {
  const [one, two] = [await keyOf({ pence: 1 }, cut), await keyOf({ pence: 2 }, cut)];
  expect(two).not.toBe(one);
  expect(await keyOf({ pence: 1 }, cut)).toBe(one);
  expect(await keyOf({ pence: 1 }, cut, declareCall('POST', '/api/give', { once: true }))).not.toBe(one);
});

test('a stored idempotency key reveals nothing of the input and is deleted on sign-out', async () => {
  const first = await keyOf({ words: 'Is there a seat?' }, cut);
  expect([...stored.keys(), ...stored.values()].join()).not.toContain('seat');
  deleteStoredUserData();
  expect(stored.size).toBe(0);
  expect(await keyOf({ words: 'Is there a seat?' }, cut)).not.toBe(first);
});

test('an idempotency key that the server refuses as already used is not used again', async () => {
  const first = await keyOf({ pence: 1 }, code(422));
  expect(await keyOf({ pence: 1 }, cut)).not.toBe(first);
});

test('a stored idempotency key expires after a day', async () => {
  const first = await keyOf({ pence: 1 }, cut);
  vi.setSystemTime(new Date('2026-11-22T12:00:01Z'));
  expect(await keyOf({ pence: 2 }, cut)).not.toBe(first);
  expect(stored.size).toBe(1);
  expect(await keyOf({ pence: 1 }, cut)).not.toBe(first);
});

test('without browser storage, an idempotency key is still reused until the call succeeds', async () => {
  vi.stubGlobal('localStorage', undefined);
  const first = await keyOf({ pence: 3 }, cut);
  expect(await keyOf({ pence: 3 }, code(200))).toBe(first);
  expect(await keyOf({ pence: 3 }, cut)).not.toBe(first);
});

test('a call without a `once` declaration sends no idempotency key', async () => {
  expect(await keyOf({ pence: 1 }, cut, declareCall('POST', '/api/save') as never)).toBeNull();
});
