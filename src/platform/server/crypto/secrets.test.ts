import { expect, test } from 'vitest';
import { isSameSecret } from './secrets.ts';

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
])('the secret %j compared with %j, of any length, is the same only if it is equal: %s', (given, expected, isSame) => {
  expect(isSameSecret(given, expected)).toBe(isSame);
});
