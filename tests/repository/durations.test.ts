import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findDurationFaults } from './durations.ts';

function faultsOf(code: string, file = 'src/props.ts'): string[] {
  const root = mkdtempSync(join(tmpdir(), 'callboard-durations-'));
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), code);
  const { faults } = findDurationFaults(root);
  rmSync(root, { recursive: true });
  return faults;
}

test.each([
  'const minute = 60_000;',
  'const lends = 14 * 24 * 60 * 60_000;',
  'const lends = 14 * 24 * 60 * 60 * 1000;',
  'const day = 24 * hour;',
  'const dayInMs = 86_400_000;',
  'const rest = 3600000;',
  'const due = new Date(Date.parse(now) + lends).toISOString();',
  'const due = new Date(now.getTime() - lends).toISOString();',
  'const due = new Date(\n  Math.max(Date.parse(now), Date.parse(at)),\n).toISOString();',
])('a duration in another notation than that of durations.ts is reported: %s', (code) => {
  const faults = faultsOf(`/** What is lent. */\n${code}\n`);
  expect(faults).not.toEqual([]);
  for (const fault of faults) expect(fault).toContain('src/props.ts:2');
});

test.each([
  'const due = later(now, 14 * day);',
  'const at = new Date(moment).toISOString();',
  'const at = clock().toISOString();',
  '// Not in 60_000 ms\nconst most = 60_000_000;',
  'const seconds = minutes * 60;',
])('a duration in the usual notation, or no duration at all, is accepted: %s', (code) => {
  expect(faultsOf(code)).toEqual([]);
});

test('the duration check ignores tests', () => {
  expect(faultsOf('const minute = 60_000;', 'src/props.test.ts')).toEqual([]);
});
