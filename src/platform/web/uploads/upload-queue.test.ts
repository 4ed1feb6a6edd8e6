import { type Arbitrary, array, assert, constantFrom, double, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatUploadState,
  formatUploadSummary,
  isUploading,
  listUploadsToStart,
  type QueuedUpload,
  reduceUploads,
  type UploadEvent,
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

/** Handles each event like `UploadManager`: starts as many uploads as may be sent at once. */
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
