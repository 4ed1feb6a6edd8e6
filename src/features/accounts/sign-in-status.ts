/** Whether its owner may sign in now, without changing anything by doing so. */
export const isOpenAccount = ({ status }: { status: 'active' | 'awaiting' | 'deactivated' }): boolean =>
  status === 'active';

/** Whether an account can be signed in to; see `signInStatus`. */
export type SignInStatus = 'open' | 'returning' | 'awaiting' | 'shut';

/**
 * Who may sign in. An active account is `open`. One that waits for its erasure opens to its owner, who takes the
 * erasure back by signing in (`returning`), unless an admin has shut it since. A newcomer is `awaiting` an admin's
 * approval. Every other account is `shut`.
 */
export function signInStatus(
  status: 'active' | 'awaiting' | 'deactivated',
  erasure: { kept_shut: number } | undefined,
): SignInStatus {
  if (isOpenAccount({ status })) return 'open';
  if (status === 'awaiting') return 'awaiting';
  return erasure?.kept_shut === 0 ? 'returning' : 'shut';
}
