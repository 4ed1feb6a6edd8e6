import { expect, test } from 'vitest';
import { createWorkerPool, type WorkerPoolOptions, WorkerTaskError } from './worker-pool.ts';

const program = new URL('./test-tasks.child.ts', import.meta.url);
const limits: WorkerPoolOptions = { as: 'thread', taskTimeoutMs: 20_000, maxHeapMb: 64, idleTimeoutMs: 200 };
const why = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (fault) => (fault instanceof WorkerTaskError ? fault.reason : fault),
  );

for (const as of ['thread', 'process'] as const) {
  test(`a ${as} answers each of its tasks with that task’s own result`, async () => {
    const run = createWorkerPool<string, string>(program, { ...limits, as });
    expect(await Promise.all(['a', 'b', 'c'].map((task) => run(task)))).toEqual(['done a', 'done b', 'done c']);
  });

  test(`a ${as} that exceeds its time limit is killed, and the next task runs`, async () => {
    const run = createWorkerPool<string, string>(program, { ...limits, as, taskTimeoutMs: 3000 });
    const [endless, next] = [why(run('for ever')), run('b')];
    expect([await endless, await next]).toEqual(['late', 'done b']);
  });

  test(`a ${as} that runs out of memory, fails or exits doesn’t affect other tasks`, async () => {
    const run = createWorkerPool<string, string>(program, { ...limits, as });
    expect(await why(run('fill the memory'))).toBe('ended');
    expect(await why(run('fail'))).toBe('ended');
    expect(await why(run('leave'))).toBe('ended');
    expect(await run('d')).toBe('done d');
  });

  test(`a ${as} with an idle time of zero is used for a single task`, async () => {
    const run = createWorkerPool<string, string>(program, { ...limits, as, idleTimeoutMs: 0 });
    expect([await run('count'), await run('count')]).toEqual(['1', '1']);
    const keep = createWorkerPool<string, string>(program, { ...limits, as });
    expect([await keep('count'), await keep('count')]).toEqual(['1', '2']);
  });

  test(`a ${as} that was idle for too long is replaced by a new one`, async () => {
    const run = createWorkerPool<string, string>(program, { ...limits, as, idleTimeoutMs: 20 });
    expect([await run('a'), await run('count')]).toEqual(['done a', '2']);
    // A new worker counts from one again
    await expect.poll(() => run('count'), { interval: 100 }).toBe('1');
  });
}

test('tasks beyond the queue limit are refused at once', async () => {
  const run = createWorkerPool<string, string>(program, { ...limits, maxRunning: 2, maxQueued: 1 });
  const all = ['a', 'b', 'c', 'd'].map((task) => why(run(task)));
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'crowded']);
});
