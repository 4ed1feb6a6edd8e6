import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeErrorForLog, describeErrorForStorage, findErrorLocation } from './logged-error.ts';

test('an error is logged without the row values that a database error quotes', () => {
  const row = 'Failing row contains (Ann Hale, ann@players.example, I would like to join).';
  const fault = Object.assign(new TypeError('new row violates check constraint'), { code: '23514', detail: row });
  const line = describeErrorForLog(new Error('It could not be kept.', { cause: fault }));
  expect(line).toMatchObject({
    type: 'Error',
    message: 'It could not be kept.',
    stack: expect.stringContaining('logged-error.test'),
    cause: { type: 'TypeError', message: 'new row violates check constraint', code: '23514' },
  });
  expect(JSON.stringify(line)).not.toContain('Ann Hale');
});

test('a thrown value that is not an error is logged by its type alone', () => {
  expect(describeErrorForLog('ann@players.example')).toEqual({ type: 'string', message: '', stack: '' });
});

const root = join(import.meta.dirname, '../../../../..');

test('an error is described by the line of our own code that led to it', () => {
  const stack = [
    'Error: it broke',
    '    at /srv/one-line-that-the-message-has.ts:1:1',
    `    at parse (file://${root}/node_modules/some/index.js:12:3)`,
    '    at node:internal/process/task_queues:105:5',
    `    at async Object.handler (file://${root}/src/features/archive/shows/server/store.ts:41:17)`,
  ].join('\n');
  expect(findErrorLocation(stack)).toBe('src/features/archive/shows/server/store.ts:41');
  expect(findErrorLocation(`Error\n    at file://${root}/dist/server/another.js:7:90210`)).toBe(
    'dist/server/another.js:7:90210',
  );
  expect(findErrorLocation(`Error\n    at ${root}/src/app.ts:9:1`)).toBe('src/app.ts:9');
  expect(findErrorLocation('Error: nothing else')).toBe('');
});

test('an error in the built program is described by the corresponding line of the source', () => {
  const built = join(root, 'dist/program/described-by-a-test.js');
  const sources = ['../../node_modules/zod/v4/core.js', '../../src/app.ts'];
  mkdirSync(join(root, 'dist/program'), { recursive: true });
  // The first line maps to the package, and the second to line 17 of our own file
  writeFileSync(`${built}.map`, JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA;ACgBA' }));
  onTestFinished(() => rmSync(`${built}.map`));
  expect(findErrorLocation(`Error\n    at parse (file://${built}:1:1)\n    at ask (file://${built}:2:1)`)).toBe(
    'src/app.ts:17',
  );
  const unknown = join(root, 'dist/program/not-there.js');
  expect(findErrorLocation(`Error\n    at file://${unknown}:2:1`)).toBe('dist/program/not-there.js:2:1');
});

test('an error description never contains user input', () => {
  const sly = new Error('duplicate key (ruth@members.example)');
  sly.name = 'Ruth Calloway, of 2 Mill Lane';
  Object.assign(sly, { code: 'ruth@members.example' });
  expect(describeErrorForStorage(sly)).toMatchObject({ type: 'Error', code: '' });
  expect(describeErrorForStorage('Ruth Calloway')).toEqual({ type: 'string', code: '', place: '' });
  const cause = Object.assign(new Error('full'), { code: 'ENOSPC' });
  expect(describeErrorForStorage(new TypeError('could not keep it', { cause }))).toMatchObject({
    type: 'TypeError',
    code: 'ENOSPC',
  });
});
