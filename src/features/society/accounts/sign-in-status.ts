/** Returns true if the account can be used. */
export const isActiveAccount = ({ status }: { status: 'active' | 'awaiting' | 'deactivated' }): boolean =>
  status === 'active';

/** See `resolveSignInStatus`. */
export type SignInStatus = 'open' | 'returning' | 'awaiting' | 'shut';

/**
 * Resolves the effect of signing in to an account. `open`: signs in. `returning`: cancels the pending erasure and signs
 * in. `awaiting`: refused until an admin approves the account. `shut`: refused, because the account is disabled.
 */
export function resolveSignInStatus(
  status: 'active' | 'awaiting' | 'deactivated',
  erasure: { kept_shut: number } | undefined,
): SignInStatus {
  if (isActiveAccount({ status })) return 'open';
  if (status === 'awaiting') return 'awaiting';
  return erasure?.kept_shut === 0 ? 'returning' : 'shut';
}
