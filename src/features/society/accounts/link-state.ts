import { z } from 'zod';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** The state of a single-use link sent by email. */
export const LinkState = z.enum(['open', 'expired', 'used', 'unknown']);
export type LinkState = z.infer<typeof LinkState>;

export const invalidInvitationMessage =
  'This invitation has been used or withdrawn, or has expired. Ask for a new one.';

/** Returns the state of a link at `now`. `row` is its row, undefined if there is none. */
export function resolveLinkState(
  row: { expires_at: Instant; used_at?: Instant | null } | undefined,
  now: Instant,
): LinkState {
  if (!row) return 'unknown';
  if (row.used_at) return 'used';
  return row.expires_at <= now ? 'expired' : 'open';
}
