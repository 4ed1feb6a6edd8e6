import { expect, test } from 'vitest';
import { resolveSignInStatus } from './store.ts';

test('active accounts can sign in; unapproved and disabled ones can’t', () => {
  expect(resolveSignInStatus('active', undefined)).toBe('open');
  expect(resolveSignInStatus('awaiting', undefined)).toBe('awaiting');
  expect(resolveSignInStatus('deactivated', undefined)).toBe('shut');
});

test('an account awaiting erasure can be reactivated by signing in, unless an admin has disabled it', () => {
  expect(resolveSignInStatus('deactivated', { kept_shut: 0 })).toBe('returning');
  expect(resolveSignInStatus('deactivated', { kept_shut: 1 })).toBe('shut');
});
