import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mapErrorStacks, mapStack } from './map-stack.ts';

const root = join(import.meta.dirname, '../../../..');

test('a stack of the built program names the places in the sources, and keeps all other lines', () => {
  const built = join(root, 'dist/program/mapped-by-a-test.js');
  const sources = ['../../node_modules/zod/v4/core.js', '../../src/app.ts'];
  mkdirSync(join(root, 'dist/program'), { recursive: true });
  // The first line maps to the package, and the second to line 17 of our own file
  writeFileSync(`${built}.map`, JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA;ACgBA' }));
  onTestFinished(() => rmSync(`${built}.map`));
  const lines = ['Error: it broke', '    at e (file:///srv/else.js:1:1)', '    at node:internal/task_queues:105:5'];
  const stack = [...lines, `    at async t (file://${built}:2:1)`, `    at file://${built}:1:1`].join('\n');
  const mapped = [...lines, '    at async t (src/app.ts:17:1)', '    at node_modules/zod/v4/core.js:1:1'].join('\n');
  expect(mapStack(stack)).toBe(mapped);
  const cause = Object.assign(new Error('it broke'), { stack });
  expect(mapErrorStacks(new Error('the site couldn’t start', { cause }))).toMatchObject({ cause: { stack: mapped } });
  expect(mapErrorStacks('no error')).toBe('no error');
});
