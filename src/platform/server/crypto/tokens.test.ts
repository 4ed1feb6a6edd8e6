import { expect, test } from 'vitest';
import { isSameSecret } from './tokens.ts';

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
