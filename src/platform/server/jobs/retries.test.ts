import { expect, test } from 'vitest';
import { z } from 'zod';
import { addMs } from '#platform/shared/dates/durations.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { write } from '../database/index.ts';
import { defineJob } from './job-handler.ts';
import { queueJob } from './job-store.ts';
import { getErrorLogLevel, isProgramFault, JobNotReadyError } from './retries.ts';
import { runDueJobs } from './runner.ts';

const withCode = (code: string) => Object.assign(new Error('No.'), { code });

test.each([
  ['a payment that has no result yet', 'info', new JobNotReadyError('Still open.')],
  ['a mail server that doesn’t answer', 'warn', withCode('ECONNREFUSED')],
  ['a full disk', 'error', withCode('ENOSPC')],
  ['a row that SQLite refuses', 'error', withCode('SQLITE_CONSTRAINT_UNIQUE')],
  ['a row that PostgreSQL refuses', 'error', withCode('23505')],
  ['a mistake of ours', 'error', new TypeError('It is undefined.')],
])('%s is logged as “%s” if the job is retried, and as “error” if it isn’t', (_, level, error) => {
  expect(getErrorLogLevel(error, { isRetried: true })).toBe(level);
  expect(getErrorLogLevel(error, { isRetried: false })).toBe('error');
});

test('mistakes of ours and database errors are program faults; errors of other services and of the disk aren’t', () => {
  const faults = [new TypeError('It is undefined.'), withCode('SQLITE_CONSTRAINT_UNIQUE'), withCode('23505')];
  const others = [new JobNotReadyError('Still open.'), withCode('ECONNREFUSED'), withCode('ENOSPC')];
  expect(faults.map(isProgramFault)).toEqual([true, true, true]);
  expect(others.map(isProgramFault)).toEqual([false, false, false]);
});

onEachEngine('the failure of a job’s last attempt is reported as final', async ({ db }) => {
  const start = '2026-11-21T12:00:00.000Z';
  await write(db, (tx) => queueJob(tx, { kind: 'wait', key: 'one', payload: {}, due: start, at: start }));
  const work = defineJob({ kind: 'wait', name: 'Waiting', payload: z.object({}) }, async () => {
    throw new JobNotReadyError('Nothing yet.');
  });
  const heard: boolean[] = [];
  const onFault = (_: unknown, __: string, { isRetried }: { isRetried: boolean }) => void heard.push(isRetried);
  for (let day = 0; day < 12; day += 1) {
    await runDueJobs({ db, clock: () => new Date(addMs(start, day * 86_400_000)), work: [work], onFault });
  }
  expect(heard.length).toBeGreaterThan(2);
  expect(heard).toEqual([...heard.slice(1).fill(true), false]);
});
