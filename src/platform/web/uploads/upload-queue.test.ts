import { type Arbitrary, array, assert, constantFrom, double, integer, oneof, property, record } from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import {
  formatUploadState,
  formatUploadSummary,
  isUploading,
  listUploadsToStart,
  type QueuedUpload,
  reduceUploads,
  type UploadEvent,
  UploadQueue,
} from './upload-queue.ts';

const one = (
  key: number,
  state: QueuedUpload['state'],
  some: Partial<QueuedUpload<string>> = {},
): QueuedUpload<string> => ({
  key,
  file: new File(['x'], `${key}.jpg`),
  path: '/upload',
  idempotencyKey: `the-key-of-upload-${key}`,
  fields: {},
  state,
  progress: 0,
  error: '',
  mayRetry: false,
  ...some,
});

const keysOf = (queue: readonly QueuedUpload[]) => queue.map(({ key }) => key);

test('two files are sent at a time, in the order in which they were chosen', () => {
  const queue = [one(1, 'done'), one(2, 'checking'), one(3, 'waiting'), one(4, 'waiting')];
  expect(keysOf(listUploadsToStart(queue, 2))).toEqual([3]);
  expect(keysOf(listUploadsToStart(queue.slice(2), 2))).toEqual([3, 4]);
  expect(listUploadsToStart([one(1, 'sending'), one(2, 'checking'), one(3, 'waiting')], 2)).toEqual([]);
});

test('failed and held files don’t delay later ones, and the failures are reported at the end', () => {
  const queue = [one(1, 'failed', { error: 'This file is empty.' }), one(2, 'held'), one(3, 'waiting')];
  expect(keysOf(listUploadsToStart(queue, 1))).toEqual([3]);
  expect(formatUploadSummary([one(1, 'failed'), one(2, 'done')])).toBe(
    '1 of 2 files uploaded. 1 couldn’t be uploaded: see below.',
  );
});

test('a file’s progress stays below 100% until all of it has been sent, and is then “Checking…”', () => {
  expect(formatUploadState(one(1, 'sending', { progress: 0.999 }))).toBe('99% uploaded');
  expect(formatUploadState(one(1, 'checking', { progress: 1 }))).toBe('Checking…');
  expect(formatUploadState(one(1, 'failed', { error: 'This file is empty.' }))).toBe('This file is empty.');
  expect(formatUploadSummary([])).toBe('');
});

test('a late event of a cancelled or finished request changes nothing', () => {
  const queue = [one(1, 'done', { answer: 'here' }), one(2, 'failed', { error: 'too large' }), one(3, 'waiting')];
  for (const key of [1, 2, 3, 4]) {
    expect(reduceUploads(queue, { type: 'progress', key, share: 0.5 })).toEqual(queue);
    expect(reduceUploads(queue, { type: 'fail', key, why: 'late', mayRetry: true })).toEqual(queue);
    expect(reduceUploads(queue, { type: 'done', key, answer: 'late' })).toEqual(queue);
  }
});

test('finished files stay listed until all uploads have ended and new files are chosen', () => {
  const done = one(1, 'done');
  const add = { type: 'add' as const, uploads: [one(3, 'waiting')] };
  expect(keysOf(reduceUploads([done, one(2, 'sending')], add))).toEqual([1, 2, 3]);
  expect(keysOf(reduceUploads([done, one(2, 'failed')], add))).toEqual([2, 3]);
});

const files = 6;
const key = integer({ min: 1, max: files });
const event: Arbitrary<UploadEvent<string>> = oneof(
  record({ type: constantFrom('release' as const), key }),
  record({ type: constantFrom('progress' as const), key, share: double({ min: 0, max: 1, noNaN: true }) }),
  record({ type: constantFrom('done' as const), key, answer: constantFrom('here') }),
  record({ type: constantFrom('fail' as const), key, why: constantFrom('no'), mayRetry: constantFrom(true, false) }),
  record({ type: constantFrom('remove' as const), key }),
);

/** Handles each event like `UploadQueue`: starts as many uploads as may be sent at once. */
function afterAll(
  events: readonly UploadEvent<string>[],
  atOnce: number,
  seen: (queue: readonly QueuedUpload[]) => void,
) {
  let queue: readonly QueuedUpload<string>[] = [];
  for (const happened of events) {
    queue = reduceUploads(queue, happened);
    for (const { key } of listUploadsToStart(queue, atOnce)) queue = reduceUploads(queue, { type: 'begin', key });
    seen(queue);
  }
  return queue;
}

test('any sequence of events keeps the order, the limit and every file that isn’t removed', () => {
  const chosen = Array.from({ length: files }, (_, n) => one(n + 1, n === 0 ? 'held' : 'waiting'));
  void assert(
    property(array(event, { maxLength: 60 }), integer({ min: 1, max: 3 }), (events, atOnce) => {
      const removed = new Set(events.flatMap((happened) => (happened.type === 'remove' ? [happened.key] : [])));
      const queue = afterAll([{ type: 'add', uploads: chosen }, ...events], atOnce, (now) => {
        const going = now.filter(({ state }) => state === 'sending' || state === 'checking').length;
        expect(going).toBeLessThanOrEqual(atOnce);
        // No upload waits while fewer than `atOnce` are in progress
        expect(going === atOnce || now.every(({ state }) => state !== 'waiting')).toBe(true);
      });
      expect(keysOf(queue)).toEqual(keysOf(chosen).filter((one) => !removed.has(one)));
      // Once all uploads in progress have ended, none is waiting
      const end = keysOf(queue).map((key) => ({ type: 'done' as const, key, answer: 'here' }));
      let left = queue;
      while (isUploading(left)) left = afterAll([{ type: 'add', uploads: left }, ...end], atOnce, () => {});
      expect(left.every(({ state }) => state === 'done' || state === 'failed' || state === 'held')).toBe(true);
    }),
  );
});

/** Creates a queue whose requests get their responses from the test. */
function uploadsOf(atOnce = 1) {
  const requests: { name: string; signal: AbortSignal; answer: (answer: CallResponse) => Promise<void> }[] = [];
  const unseen: string[] = [];
  const uploads = new UploadQueue<CallResponse>(
    ({ file }, _onSent, signal) =>
      new Promise((resolve) => {
        requests.push({
          name: file.name,
          signal,
          answer: async (answer) => {
            resolve(answer);
            await new Promise(setImmediate);
          },
        });
      }),
    atOnce,
    (queue) => unseen.push(...queue.map(({ file, state }) => `${file.name} ${state}`)),
  );
  uploads.isSeen = true;
  const states = () => uploads.snapshot().map(({ file, state }) => `${file.name} ${state}`);
  const add = (...names: string[]) => {
    const chosen = names.map((name) => ({ file: new File(['x'], name), why: name === 'large' ? 'Too large.' : '' }));
    uploads.add(chosen, { path: '/upload', fields: {}, held: false });
  };
  return { uploads, requests, unseen, states, add };
}

const here: CallResponse = { code: 200, msg: 'It is here.' };

test('files are sent one after another, and one that is too large is never sent', async () => {
  const { requests, states, add } = uploadsOf();
  add('a', 'large', 'b');
  expect(states()).toEqual(['a sending', 'large failed', 'b waiting']);
  await requests[0]?.answer(here);
  expect(requests.map(({ name }) => name)).toEqual(['a', 'b']);
  await requests[1]?.answer({ code: 415, msg: 'No picture.' });
  expect(states()).toEqual(['a done', 'large failed', 'b failed']);
});

test('if a user declines to sign in, all queued files fail and can be sent again', async () => {
  const { uploads, requests, states, add } = uploadsOf();
  add('a', 'b', 'c');
  await requests[0]?.answer({ code: 401, msg: 'Sign in first.', needs: 'sign_in' });
  expect(requests).toHaveLength(1);
  expect(states()).toEqual(['a failed', 'b failed', 'c failed']);
  expect(uploads.snapshot().every(({ mayRetry, error: why }) => mayRetry && why === 'Sign in first.')).toBe(true);
  for (const { key } of uploads.snapshot()) uploads.start(key);
  for (const at of [1, 2, 3]) await requests[at]?.answer(here);
  expect(states()).toEqual(['a done', 'b done', 'c done']);
});

test('a finished file is listed as in progress until the page’s lists show it', async () => {
  const { uploads, requests, states, add } = uploadsOf();
  let show = () => {};
  let ended = 0;
  uploads.listener = {
    onDone: () =>
      new Promise<void>((resolve) => {
        show = resolve;
      }),
    onEnd: () => {
      ended += 1;
    },
  };
  add('a');
  await requests[0]?.answer(here);
  expect(states()).toEqual(['a sending']);
  show();
  await new Promise(setImmediate);
  expect([states(), ended]).toEqual([['a done'], 1]);
});

test('a stopped file isn’t sent any further, and the next one is sent in its place', async () => {
  const { uploads, requests, states, add } = uploadsOf();
  add('a', 'b');
  uploads.remove(uploads.snapshot()[0]?.key ?? 0);
  expect([requests[0]?.signal.aborted, states()]).toEqual([true, ['b sending']]);
  await requests[0]?.answer({ code: 0, msg: '' });
  expect(states()).toEqual(['b sending']);
});

test('a failed file is sent again on request', async () => {
  const { uploads, requests, states, add } = uploadsOf();
  add('a');
  await requests[0]?.answer({ code: 0, msg: 'The line is gone.' });
  expect(uploads.snapshot()).toMatchObject([{ state: 'failed', error: 'The line is gone.', mayRetry: true }]);
  uploads.start(uploads.snapshot()[0]?.key ?? 0);
  await requests[1]?.answer(here);
  expect(states()).toEqual(['a done']);
});

test('a file keeps its idempotency key through failed attempts, and gets a new one after a conflict', async () => {
  const { uploads, requests, add } = uploadsOf(2);
  const keys = () => uploads.snapshot().map(({ idempotencyKey }) => idempotencyKey);
  add('a', 'b');
  const [first = '', second = ''] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  for (const [at, code] of [0, 503, 429].entries()) {
    await requests[at === 0 ? 0 : at + 1]?.answer({ code, msg: 'Not now.' });
    uploads.start(uploads.snapshot()[0]?.key ?? 0, { alt: `Lamp ${code}` });
    expect(keys()).toEqual([first, second]);
  }
  // The file was stored with other fields
  await requests[4]?.answer({ code: 422, msg: 'Something different has been sent.' });
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), second]);
  expect(keys()[0]).not.toBe(first);
  const again = { file: new File(['x'], 'c'), why: '', idempotencyKey: 'the-key-of-an-earlier-visit' };
  uploads.add([again], { path: '/upload', fields: {}, held: false });
  expect(keys()[2]).toBe(again.idempotencyKey);
});

test('uploads continue after their screen is left, and are reported once all have ended', async () => {
  const { uploads, requests, unseen, add } = uploadsOf();
  add('a', 'b');
  uploads.isSeen = false;
  await requests[0]?.answer({ code: 415, msg: 'No picture.' });
  expect(unseen).toEqual([]);
  await requests[1]?.answer(here);
  expect(unseen).toEqual(['a failed', 'b done']);
});

test.each([
  () => Promise.reject(new Error('The lists are gone.')),
  () => {
    throw new Error('The lists are gone.');
  },
])('a finished file doesn’t delay later files, even if updating the lists fails', async (onDone) => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { uploads, requests, states, add } = uploadsOf();
  uploads.listener = { onDone };
  add('a', 'b');
  await requests[0]?.answer(here);
  expect(states()).toEqual(['a done', 'b sending']);
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});
