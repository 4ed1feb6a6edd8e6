import { expect, test, vi } from 'vitest';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { UploadManager } from './uploads.ts';

/** Creates a queue whose requests get their responses from the test. */
function uploadsOf(atOnce = 1) {
  const requests: { name: string; signal: AbortSignal; answer: (answer: CallResponse) => Promise<void> }[] = [];
  const unseen: string[] = [];
  const uploads = new UploadManager<CallResponse>(
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
