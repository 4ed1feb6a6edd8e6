/** Returns true if its owner may sign in now, without changing anything by doing so. */
export const isActiveAccount = ({ status }: { status: 'active' | 'awaiting' | 'deactivated' }): boolean =>
  status === 'active';

/** The status of an account when signing in; see `signInStatus`. */
export type SignInStatus = 'open' | 'returning' | 'awaiting' | 'shut';

/**
 * Resolves who may sign in. `open`: active. `returning`: erasure pending, and signing in cancels it, unless an admin
 * has disabled the account since. `awaiting`: waits for an admin's approval. `shut`: disabled.
 */
export function resolveSignInStatus(
  status: 'active' | 'awaiting' | 'deactivated',
  erasure: { kept_shut: number } | undefined,
): SignInStatus {
  if (isActiveAccount({ status })) return 'open';
  if (status === 'awaiting') return 'awaiting';
  return erasure?.kept_shut === 0 ? 'returning' : 'shut';
}
