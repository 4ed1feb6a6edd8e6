import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchFlushes } from '#tests/support/measures/flushes.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { isSameSecret, loadOrCreateInstanceSecret } from './secrets.ts';

test.each([
  ['curtain', 'curtain', true],
  ['curtain', 'curtaim', false],
  ['curtain', 'curtain ', false],
  ['', 'curtain', false],
  ['curtain', '', false],
  ['', '', true],
  ['é', Buffer.from('é'), true],
  [Buffer.from([1, 2]), Buffer.from([1, 2]), true],
  [Buffer.from([1, 2]), Buffer.from([1, 2, 0]), false],
])('comparing the secret %j with the expected secret %j gives %s', (given, expected, isSame) => {
  expect(isSameSecret(given, expected)).toBe(isSame);
});

test('a secret is created once, is long, and is readable by its owner alone', async () => {
  const folder = createTemporaryFolder();
  const secret = await loadOrCreateInstanceSecret(folder);
  expect(secret.length).toBeGreaterThanOrEqual(64);
  expect(await loadOrCreateInstanceSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('eight simultaneous starts on an empty folder get the same secret', async () => {
  const folder = createTemporaryFolder();
  const secrets = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateInstanceSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
});

test('a new secret is flushed to the disk before it is returned', async () => {
  const folder = createTemporaryFolder();
  const { isFlushed } = await watchFlushes(folder);
  await loadOrCreateInstanceSecret(folder);
  expect(['secret', ''].map((name) => isFlushed(join(folder, name)))).toEqual([true, true]);
});
