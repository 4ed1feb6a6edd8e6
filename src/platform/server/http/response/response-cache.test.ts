import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ResponseCache } from './response-cache.ts';

const made = (body: string) => ({ status: 200, contentType: 'text/plain', body });

/** Creates text that compression shrinks by no more than a quarter. */
const dense = (seed: string, length: number) => {
  let text = seed;
  while (text.length < length) text += createHash('sha256').update(text).digest('base64');
  return text.slice(0, length);
};

test('a full cache evicts the entries that were requested longest ago', async () => {
  const cache = new ResponseCache(8_000);
  for (const key of ['a', 'b', 'c', 'd']) {
    await cache.getOrCreate(key, 1, { from: 0, until: Infinity }, () => made(dense(key, 2_500)));
    cache.find(key, 1, 0);
  }
  cache.find('b', 1, 0);
  await cache.getOrCreate('e', 1, { from: 0, until: Infinity }, () => made(dense('e', 2_500)));
  expect(cache.find('a', 1, 0)).toBeUndefined();
  expect(cache.find('b', 1, 0)).toBeDefined();
  expect(cache.find('e', 1, 0)).toBeDefined();
});

test('rare searches use at most a quarter of the cache, and evict no page that people read', async () => {
  const cache = new ResponseCache(20_000);
  await cache.getOrCreate('read', 1, { from: 0, until: Infinity }, () => made(dense('read', 2_500)));
  cache.find('read', 1, 0);
  const searches = Array.from({ length: 30 }, (_, n) => `search ${n}`);
  for (const key of searches)
    await cache.getOrCreate(key, 1, { from: 0, until: Infinity }, () => made(dense(key, 1_000)));
  expect(cache.findLast('read', 0)).toBeDefined();
  const left = searches.filter((key) => cache.findLast(key, 0) !== undefined);
  expect(left.length).toBeGreaterThan(2);
  expect(left.length).toBeLessThan(8);
  expect(left).toEqual(searches.slice(-left.length));
});

test('a response too large for the cache is sent but not cached', async () => {
  const cache = new ResponseCache(1_000);
  const answer = await cache.getOrCreate('large', 1, { from: 0, until: Infinity }, () => made(dense('x', 5_000)));
  expect(answer.size).toBe(5_000);
  expect(cache.find('large', 1, 0)).toBeUndefined();
});

test('a response whose creation failed is created again for the next request', async () => {
  const cache = new ResponseCache(1_000);
  const failing = cache.getOrCreate('a', 1, { from: 0, until: Infinity }, () => Promise.reject(new Error('down')));
  await expect(failing).rejects.toThrow('down');
  expect((await cache.getOrCreate('a', 1, { from: 0, until: Infinity }, () => made('up'))).body.toString()).toBe('up');
});

test('a response of an older revision or an earlier day is never found', async () => {
  const cache = new ResponseCache(1_000);
  await cache.getOrCreate('a', 1, { from: 0, until: 500 }, () => made('a'));
  expect(cache.find('a', 2, 0)).toBeUndefined();
  await cache.getOrCreate('a', 2, { from: 0, until: 500 }, () => made('a'));
  expect(cache.find('a', 2, 500)).toBeUndefined();
});

test('a page requested again is sent at maximum compression, with the same content', async () => {
  const cache = new ResponseCache(1_000_000);
  const page = Array.from({ length: 3_000 }, (_, line) => `<p class="c${line % 97}">${line * 7919}</p>`).join('');
  const first = await cache.getOrCreate('a', 1, { from: 0, until: Infinity }, () => made(page));
  expect(cache.find('a', 1, 0)).toBe(first);
  await cache.waitForRecompression();
  const again = cache.find('a', 1, 0);
  expect(again?.body.length).toBeLessThan(0.95 * first.body.length);
  expect(brotliDecompressSync(again?.body ?? '').toString()).toBe(page);
  expect(again?.etag).toBe(first.etag);
});

test('a page that became stale during compression does not replace its newer version', async () => {
  const cache = new ResponseCache(1_000_000);
  await cache.getOrCreate('a', 1, { from: 0, until: Infinity }, () => made('old '.repeat(1_000)));
  cache.find('a', 1, 0);
  await cache.getOrCreate('a', 2, { from: 0, until: Infinity }, () => made('new '.repeat(1_000)));
  await cache.waitForRecompression();
  expect(brotliDecompressSync(cache.find('a', 2, 0)?.body ?? '').toString()).toMatch(/^new/);
});

const long = (of: string) =>
  Array.from({ length: 2_000 }, (_, line) => `<p>${of} ${(line * 7919) % 4093}</p>`).join('');

test('a page that is rendered again with the same content reuses its compressed form', async () => {
  const cache = new ResponseCache(1_000_000);
  await cache.getOrCreate('a', 1, { from: 0, until: Infinity }, () => made(long('a')));
  cache.find('a', 1, 0);
  await cache.waitForRecompression();
  const small = cache.find('a', 1, 0);
  expect(cache.find('a', 2, 0)).toBeUndefined();
  expect(await cache.getOrCreate('a', 2, { from: 0, until: Infinity }, () => made(long('a')))).toEqual(small);
  expect(cache.find('a', 2, 0)?.body).toBe(small?.body);
  const other = await cache.getOrCreate('a', 3, { from: 0, until: Infinity }, () => made(long('b')));
  expect(brotliDecompressSync(other.body).toString()).toBe(long('b'));
  expect(other.etag).not.toBe(small?.etag);
});

test('an entry known to be stale is not served as the last cached response', async () => {
  const cache = new ResponseCache(1_000_000);
  await cache.getOrCreate('a', 1, { from: 0, until: 500 }, () => made('a'));
  expect(cache.findLast('a', 0)?.body.toString()).toBe('a');
  cache.find('a', 2, 0);
  expect(cache.findLast('a', 0)).toBeUndefined();
});

test('a response that was current a second ago counts as recent, and an older one doesn’t', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const cache = new ResponseCache(1_000_000);
  await cache.getOrCreate('a', 1, { from: 0, until: 500 }, () => made('a'));
  vi.advanceTimersByTime(1000);
  expect(cache.findRecent('a', 0)?.body.toString()).toBe('a');
  expect(cache.findRecent('a', 500)).toBeUndefined();
  cache.find('a', 1, 0);
  vi.advanceTimersByTime(1000);
  cache.find('a', 2, 0);
  expect(cache.findRecent('a', 0)?.body.toString()).toBe('a');
  vi.advanceTimersByTime(1);
  expect(cache.findRecent('a', 0)).toBeUndefined();
});

test('a client that accepts only gzip, or no compression, gets the same page', async () => {
  const cache = new ResponseCache(1_000_000);
  const page = await cache.getOrCreate('a', 1, { from: 0, until: Infinity }, () => made(long('a')));
  for (const _ of ['made', 'kept']) {
    expect(gunzipSync(await cache.getBody(page, 'a', 'gzip')).toString()).toBe(long('a'));
    expect((await cache.getBody(page, 'a', 'identity')).toString()).toBe(long('a'));
  }
  // In the meantime another version of the page was cached, but the first request still gets the first version
  await cache.getOrCreate('a', 2, { from: 0, until: Infinity }, () => made(long('b')));
  expect(gunzipSync(await cache.getBody(page, 'a', 'gzip')).toString()).toBe(long('a'));
});

test('all encodings of a response count towards the cache’s size', async () => {
  const { body } = await new ResponseCache(1_000_000).getOrCreate('a', 1, { from: 0, until: Infinity }, () =>
    made(dense('a', 5_000)),
  );
  const cache = new ResponseCache(2.5 * body.length);
  await cache.getOrCreate('a', 1, { from: 0, until: Infinity }, () => made(dense('a', 5_000)));
  const page = await cache.getOrCreate('b', 1, { from: 0, until: Infinity }, () => made(dense('a', 5_000)));
  await cache.getBody(page, 'b', 'gzip');
  expect(cache.find('a', 1, 0)).toBeUndefined();
  expect(cache.find('b', 1, 0)).toBeDefined();
});
