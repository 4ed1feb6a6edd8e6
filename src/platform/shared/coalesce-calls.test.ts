import { expect, test } from 'vitest';
import { coalesceCalls } from './coalesce-calls.ts';

/** Creates a server that responds on command, with the state at the time of the request. */
function slowServer() {
  const server = { revision: 1, requestCount: 0, answer: [] as (() => void)[], fail: (_: Error) => {} };
  const ask = coalesceCalls(() => {
    server.requestCount++;
    const asOf = server.revision;
    return new Promise<number>((resolve, reject) => {
      server.answer.push(() => resolve(asOf));
      server.fail = reject;
    });
  });
  return { server, ask };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a hundred calls that arrive at once share one query', async () => {
  const { server, ask } = slowServer();
  const visitors = Promise.all(Array.from({ length: 100 }, ask));
  await soon();
  server.answer[0]?.();
  expect(new Set(await visitors)).toEqual(new Set([1]));
  expect(server.requestCount).toBe(1);
});

test('a call made after a write does not share a query that began before the write', async () => {
  const { server, ask } = slowServer();
  const visitor = ask();
  await soon();
  server.revision = 2;
  const writer = ask();
  const another = ask();
  await soon();
  expect(server.requestCount).toBe(1);
  server.answer[0]?.();
  await soon();
  server.answer[1]?.();
  expect([await visitor, await writer, await another]).toEqual([1, 2, 2]);
  expect(server.requestCount).toBe(2);
});

test('a failed query does not affect the next one', async () => {
  const { server, ask } = slowServer();
  const unlucky = ask();
  await soon();
  const next = ask();
  server.fail(new Error('connection lost'));
  await expect(unlucky).rejects.toThrow('connection lost');
  await soon();
  server.answer[1]?.();
  expect(await next).toBe(1);
});
