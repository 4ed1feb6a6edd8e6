import { afterEach, expect, test, vi } from 'vitest';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { sendFilesWithProgress } from './send-file.ts';

const upload = declareCall('POST', '/members/api/upload');

/** The idempotency keys of the requests, in order. */
const keys: string[] = [];

/**
 * Answers successive requests with these responses. Each has a body and, optionally, the number of seconds until a
 * retry. Any further request gets no response. Returns a function that counts the requests.
 */
function answered(...answers: { body: object; after?: string }[]) {
  let sent = 0;
  keys.length = 0;
  class Request extends EventTarget {
    upload = new EventTarget();
    responseText = '';
    #after: string | null = null;
    getResponseHeader = () => this.#after;
    open() {}
    setRequestHeader(name: string, value: string) {
      if (name === 'idempotency-key') keys.push(value);
    }
    abort() {
      this.dispatchEvent(new Event('loadend'));
    }
    send() {
      const answer = answers[sent];
      sent += 1;
      if (answer === undefined) return;
      this.responseText = JSON.stringify(answer.body);
      this.#after = answer.after ?? null;
      this.upload.dispatchEvent(new Event('load'));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return () => sent;
}

const busy = { body: { code: 429, msg: 'That was a lot of requests at once.' }, after: '7' };
const here = { body: { code: 200, msg: 'It is here.' } };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a file refused because of too many requests is sent again after the server’s waiting time', async () => {
  vi.useFakeTimers();
  const sent = answered(busy, here);
  const shares: number[] = [];
  const answer = sendFilesWithProgress(upload, new FormData(), (share) => shares.push(share));
  await vi.advanceTimersByTimeAsync(6999);
  expect([sent(), shares]).toEqual([1, [1, 0]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await answer, sent(), shares]).toEqual([here.body, 2, [1, 0, 1]]);
});

test('a file is sent with the given idempotency key, or with one that is kept until a response arrives', async () => {
  // Without storage, keys are held while the page is open
  vi.stubGlobal('localStorage', undefined);
  const create = declareCall('POST', '/members/api/posts', { once: true });
  const lost = { body: {} };
  const other = { body: { code: 422, msg: 'Something different has been sent.' } };
  answered(here, lost, here, here, other, here, here);
  await sendFilesWithProgress(upload, new FormData(), () => {}, undefined, 'the-key-of-this-file');
  expect(keys.splice(0)).toEqual(['"the-key-of-this-file"']);
  const post = (...[content, name, options]: ConstructorParameters<typeof File>) => {
    const form = new FormData();
    form.set('title', 'First night');
    form.set('files', new File(content, name, options));
    return sendFilesWithProgress(create, form, () => {});
  };
  const time = { lastModified: 1 };
  for (const _ of [1, 2, 3, 4]) await post(['lamp'], 'Lamp.png', time);
  const [first, second, third, fourth] = keys;
  expect(first).toMatch(/^"[0-9a-f]{32}"$/);
  // Once a response has arrived, the same files are a new post. If the response was lost, they are the same post
  expect([second === first, third === first, fourth === third]).toEqual([true, false, false]);
  await post(['lamp'], 'Lamp.png', time);
  await post(['lamps'], 'Lamp.png', time);
  expect(new Set(keys).size).toBe(5);
});

test('a file that is stopped while it waits isn’t sent again', async () => {
  vi.useFakeTimers();
  const sent = answered(busy, here);
  const stop = new AbortController();
  const answer = sendFilesWithProgress(upload, new FormData(), () => {}, stop.signal);
  await vi.advanceTimersByTimeAsync(1000);
  stop.abort();
  expect((await answer).code).toBe(429);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toBe(1);
});

test('an upload that is stopped during sending ends without a response', async () => {
  answered();
  const stop = new AbortController();
  const answer = sendFilesWithProgress(upload, new FormData(), () => {}, stop.signal);
  stop.abort();
  expect((await answer).code).toBe(0);
});

test('an upload that is cancelled before it starts sends nothing', async () => {
  const sent = answered(here);
  expect((await sendFilesWithProgress(upload, new FormData(), () => {}, AbortSignal.abort())).code).toBe(0);
  expect(sent()).toBe(0);
});
