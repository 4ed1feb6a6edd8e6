import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionLabel } from '#tests/support/action-names.ts';
import { handedIn } from '#tests/support/contributions.ts';

test('every audit action has a readable label', () => {
  const files = globSync('src/**/*.ts', { cwd: join(import.meta.dirname, '../../../..') });
  const actions = files
    .filter((file) => !/\.test\.ts$|contract\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8').matchAll(/\baction: '([^']+)'/g),
    ])
    .map(([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(40);
  for (const action of actions) expect(actionLabel(action)).toMatch(/^[A-Z][^_:{}]+$/);
});

test.each([
  'codes on',
  'codes off',
  'recovery codes made',
  'recovery code used',
  'passkey added',
  'passkey removed',
  'too many wrong codes',
])('a change to a second factor (%s) is told in words', (what) => {
  expect(actionLabel(`second factor: ${what}`)).not.toContain(':');
});

test('no two features contribute a label for the same action', () => {
  const named = handedIn('actionNames').flatMap(Object.keys);
  expect(named.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual([...new Set(named)].sort());
});
