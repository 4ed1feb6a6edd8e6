import { expect, test } from 'vitest';
import { HttpError } from '#platform/server/http/errors/http-error.ts';
import { createRenderQueue } from './render-queue.ts';

interface Picture {
  name: string;
  isFinal: boolean;
}

/** Creates a queue whose renderings finish on demand. */
function slowly(limits: { cacheSize: number; maxQueued: number }) {
  const finish: (() => void)[] = [];
  const rendered: string[] = [];
  const queue = createRenderQueue<Picture>(limits);
  const ask = (version: string) =>
    queue(version, () => {
      rendered.push(version);
      return new Promise<Picture>((resolve) => finish.push(() => resolve({ name: version, isFinal: true })));
    });
  const finishAll = async () => {
    for (let turn = 0; turn < 20; turn++) {
      for (const done of finish.splice(0)) done();
      await new Promise(setImmediate);
    }
  };
  return { ask, rendered, finishAll };
}

test('pictures are rendered one at a time, and requests for the same picture share one rendering', async () => {
  const { ask, rendered, finishAll } = slowly({ cacheSize: 5, maxQueued: 5 });
  const pictures = [ask('a'), ask('b'), ask('a')];
  await new Promise(setImmediate);
  expect(rendered).toEqual(['a']);
  await finishAll();
  expect((await Promise.all(pictures)).map(({ name }) => name)).toEqual(['a', 'b', 'a']);
  await ask('b');
  expect(rendered).toEqual(['a', 'b']);
});

test('a request to a full render queue gets 503, and queued requests still complete', async () => {
  const { ask, finishAll } = slowly({ cacheSize: 10, maxQueued: 3 });
  const waiting = ['a', 'b', 'c'].map(ask);
  await expect(ask('d')).rejects.toMatchObject({ code: 503 });
  const again = ask('a');
  await finishAll();
  expect((await Promise.all([...waiting, again])).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'a']);
  const later = ask('d');
  await finishAll();
  expect((await later).name).toBe('d');
});

test('a picture whose rendering failed is rendered again on the next request', async () => {
  const queue = createRenderQueue<Picture>({ cacheSize: 3, maxQueued: 1 });
  await expect(queue('a', () => Promise.reject(new HttpError(500, 'No ink.')))).rejects.toThrow('No ink.');
  expect(await queue('a', async () => ({ name: 'a', isFinal: true }))).toMatchObject({ name: 'a' });
});

test('a picture that isn’t final is rendered again on the next request', async () => {
  const queue = createRenderQueue<Picture>({ cacheSize: 3, maxQueued: 3 });
  const ask = (name: string, isFinal: boolean) => queue('a', async () => ({ name, isFinal }));
  expect((await ask('half', false)).name).toBe('half');
  expect((await ask('whole', true)).name).toBe('whole');
  expect((await ask('unneeded', true)).name).toBe('whole');
});
