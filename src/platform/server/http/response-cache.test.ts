import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ResponseCache } from './response-cache.ts';

const made = (body: string) => ({ status: 200, contentType: 'text/plain', body });

test('beyond its weight the cache lets go of what was asked for longest ago', async () => {
  const cache = new ResponseCache(10_000);
  for (const key of ['a', 'b', 'c', 'd']) await cache.make(key, 1, Infinity, () => made(key.repeat(2_500)));
  cache.find('b', 1, 0);
  await cache.make('e', 1, Infinity, () => made('e'.repeat(2_500)));
  expect(cache.find('a', 1, 0)).toBeUndefined();
  expect(cache.find('b', 1, 0)).toBeDefined();
  expect(cache.find('e', 1, 0)).toBeDefined();
});

test('an answer too large to be worth the room is sent, but not kept', async () => {
  const cache = new ResponseCache(1_000);
  const answer = await cache.make('large', 1, Infinity, () => made('x'.repeat(5_000)));
  expect(answer.body.identity.length).toBe(5_000);
  expect(cache.find('large', 1, 0)).toBeUndefined();
});

test('an answer that could not be made is tried again by the next who asks', async () => {
  const cache = new ResponseCache(1_000);
  const failing = cache.make('a', 1, Infinity, () => Promise.reject(new Error('down')));
  await expect(failing).rejects.toThrow('down');
  expect((await cache.make('a', 1, Infinity, () => made('up'))).body.identity.toString()).toBe('up');
});

test('an answer of an older revision or an ended day is never found', async () => {
  const cache = new ResponseCache(1_000);
  await cache.make('a', 1, 500, () => made('a'));
  expect(cache.find('a', 2, 0)).toBeUndefined();
  await cache.make('a', 2, 500, () => made('a'));
  expect(cache.find('a', 2, 500)).toBeUndefined();
});

test('a page that is asked for again goes out as small as it gets, and is the same page', async () => {
  const cache = new ResponseCache(1_000_000);
  const page = Array.from({ length: 3_000 }, (_, line) => `<p class="c${line % 97}">${line * 7919}</p>`).join('');
  const first = await cache.make('a', 1, Infinity, () => made(page));
  expect(cache.find('a', 1, 0)).toBe(first);
  await cache.squeezed();
  const again = cache.find('a', 1, 0);
  expect(again?.body.br.length).toBeLessThan(0.95 * first.body.br.length);
  expect(brotliDecompressSync(again?.body.br ?? '').toString()).toBe(page);
  expect(again?.etag).toBe(first.etag);
});

test('a page that went out of date while it was made smaller does not come back', async () => {
  const cache = new ResponseCache(1_000_000);
  await cache.make('a', 1, Infinity, () => made('old '.repeat(1_000)));
  cache.find('a', 1, 0);
  await cache.make('a', 2, Infinity, () => made('new '.repeat(1_000)));
  await cache.squeezed();
  expect(cache.find('a', 2, 0)?.body.identity.toString()).toMatch(/^new/);
});
