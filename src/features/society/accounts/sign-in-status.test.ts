import { expect, test } from 'vitest';
import { resolveSignInStatus } from './sign-in-status.ts';

test('members sign in, newcomers wait for an admin, and a shut account opens to nobody', () => {
  expect(resolveSignInStatus('active', undefined)).toBe('open');
  expect(resolveSignInStatus('awaiting', undefined)).toBe('awaiting');
  expect(resolveSignInStatus('deactivated', undefined)).toBe('shut');
});

test('whoever asked to be erased may come back before the day, unless an admin has shut the account since', () => {
  expect(resolveSignInStatus('deactivated', { kept_shut: 0 })).toBe('returning');
  expect(resolveSignInStatus('deactivated', { kept_shut: 1 })).toBe('shut');
});
