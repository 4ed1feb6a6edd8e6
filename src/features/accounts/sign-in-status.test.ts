import { expect, test } from 'vitest';
import { signInStatus } from './sign-in-status.ts';

test('members sign in, newcomers wait for an admin, and a shut account opens to nobody', () => {
  expect(signInStatus('active', undefined)).toBe('open');
  expect(signInStatus('awaiting', undefined)).toBe('awaiting');
  expect(signInStatus('deactivated', undefined)).toBe('shut');
});

test('whoever asked to be erased may come back before the day, unless an admin has shut the account since', () => {
  expect(signInStatus('deactivated', { kept_shut: 0 })).toBe('returning');
  expect(signInStatus('deactivated', { kept_shut: 1 })).toBe('shut');
});
