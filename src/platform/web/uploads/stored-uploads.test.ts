import { expect, test } from 'vitest';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { persistUploadQueue } from './stored-uploads.ts';
import { type QueuedUpload, UploadQueue } from './upload-queue.ts';

/** A queue whose files are stored in a map, by file name. */
function storedQueue() {
  const answers: ((answer: CallResponse) => Promise<void>)[] = [];
  const uploads = new UploadQueue<CallResponse>(
    () =>
      new Promise((resolve) => {
        answers.push(async (answer) => {
          resolve(answer);
          await new Promise(setImmediate);
        });
      }),
    1,
    () => {},
  );
  uploads.isSeen = true;
  const stored = new Map<string, string>();
  persistUploadQueue(uploads, {
    put: ({ file, state, fields }: QueuedUpload, id = file.name) => {
      stored.set(id, [state === 'done' ? 'arrived' : 'waiting', ...Object.values(fields)].join(' '));
      return id;
    },
    delete: (id) => void stored.delete(id),
  });
  const add = (held: boolean, ...names: string[]) =>
    uploads.add(
      names.map((name) => ({ file: new File(['x'], name), why: name === 'large' ? 'Too large.' : '' })),
      { path: '/upload', fields: {}, held },
    );
  return { uploads, answers, stored: () => Object.fromEntries(stored), add };
}

const here: CallResponse = { code: 200, msg: 'It is here.' };

test('files are stored until all of them have arrived, and files that arrive are remembered by name', async () => {
  const { answers, stored, add } = storedQueue();
  add(false, 'a', 'large', 'b');
  expect(stored()).toEqual({ a: 'waiting', b: 'waiting' });
  await answers[0]?.(here);
  expect(stored()).toEqual({ a: 'arrived', b: 'waiting' });
  await answers[1]?.(here);
  expect(stored()).toEqual({});
});

test('a file that couldn’t be sent stays stored until it is removed, and a refused file isn’t stored', async () => {
  const { uploads, answers, stored, add } = storedQueue();
  add(false, 'a', 'b', 'c');
  await answers[0]?.({ code: 0, msg: 'The connection is lost.' });
  await answers[1]?.({ code: 415, msg: 'This isn’t a picture.' });
  expect(stored()).toEqual({ a: 'waiting', c: 'waiting' });
  await answers[2]?.(here);
  expect(stored()).toEqual({ a: 'waiting', c: 'arrived' });
  uploads.remove(uploads.snapshot()[0]?.key ?? 0);
  expect(stored()).toEqual({});
});

test('a held file is stored with the fields that are entered when it is released', () => {
  const { uploads, stored, add } = storedQueue();
  add(true, 'a');
  expect(stored()).toEqual({ a: 'waiting' });
  uploads.start(uploads.snapshot()[0]?.key ?? 0, { show: 'hamlet' });
  expect(stored()).toEqual({ a: 'waiting hamlet' });
});

test('clearing the uploads, as when the user changes, deletes the stored files', () => {
  const { uploads, stored, add } = storedQueue();
  add(false, 'a', 'b');
  uploads.clear();
  expect(stored()).toEqual({});
});
