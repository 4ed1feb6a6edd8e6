import { expect, test } from 'vitest';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { UploadQueue } from './upload-queue.ts';
import { clearUploadsOnUserChange } from './use-uploads.ts';

function visited(by: string) {
  let id = by;
  const listeners = new Set<() => void>();
  return {
    listeners,
    snapshot: () => ({ site: { current_user: { id } } }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    becomes: (next: string) => {
      id = next;
      for (const listener of listeners) listener();
    },
  };
}

const here: CallResponse = { code: 200, msg: 'It is here.' };

function queueOf(by: string) {
  const site = visited(by);
  const requests: { signal: AbortSignal; answer: (answer: CallResponse) => void }[] = [];
  const told: string[] = [];
  const uploads = new UploadQueue<CallResponse>(
    (_, _onSent, signal) => new Promise((answer) => requests.push({ signal, answer })),
    1,
    (queue) => told.push(...queue.map(({ file }) => file.name)),
  );
  clearUploadsOnUserChange(uploads, site);
  uploads.listener = { onEnd: () => told.push('end') };
  const add = (...names: string[]) =>
    uploads.add(
      names.map((name) => ({ file: new File(['x'], name), why: '' })),
      { path: '/upload', fields: {}, held: false },
    );
  return { site, requests, told, uploads, add };
}

test.each(['', 'ben'])(
  'when the signed-in user changes to “%s”, the previous user’s uploads are cancelled silently',
  async (next) => {
    const { site, requests, told, uploads, add } = queueOf('ann');
    add('first', 'second', 'third');
    requests[0]?.answer({ code: 500, msg: 'No.' });
    await new Promise(setImmediate);
    site.becomes(next);
    expect([requests.length, requests[1]?.signal.aborted, uploads.snapshot()]).toEqual([2, true, []]);
    requests[1]?.answer({ code: 0, msg: '' });
    await new Promise(setImmediate);
    expect([requests.length, told]).toEqual([2, []]);
    add('theirs');
    expect(uploads.snapshot()).toMatchObject([{ state: 'sending' }]);
  },
);

test('uploads continue while the user stays signed in, and leave no listener when all have ended', async () => {
  const { site, requests, uploads, add } = queueOf('ann');
  add('first');
  site.becomes('ann');
  requests[0]?.answer(here);
  await new Promise(setImmediate);
  expect([uploads.snapshot()[0]?.state, site.listeners.size]).toEqual(['done', 0]);
});
