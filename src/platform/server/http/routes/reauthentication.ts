import type { Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { AuthenticationRequiredError } from '../errors/http-error.ts';
import type { PageRequest } from './page.ts';

/**
 * Marks actions that require re-authentication, because an unattended signed-in device could be misused. With `'in
 * part'`, only some requests need it, and the call itself checks that (`requireRecentAuthentication`).
 */
export type ReauthenticationPolicy = true | 'in part';

const tenMinutes = 10 * minute;

/** The tolerated difference between the clocks of two machines. */
const maxClockSkewMs = minute;

/**
 * Returns true if the time is set and recent. A time more than a minute in the future isn't recent, because a wrong
 * clock must not make an authentication last longer.
 */
export function isAuthenticationRecent(shown: Instant | '', now: Instant): boolean {
  const ago = Date.parse(now) - Date.parse(shown);
  return shown !== '' && ago < tenMinutes && ago > -maxClockSkewMs;
}

export const hasRecentAuthentication = ({ visitor, now }: Pick<PageRequest, 'visitor' | 'now'>): boolean =>
  isAuthenticationRecent(visitor.authenticatedAt, now);

/** @throws AuthenticationRequiredError if the visitor hasn't authenticated recently */
export function requireRecentAuthentication(visit: Pick<PageRequest, 'visitor' | 'now'>): void {
  if (!hasRecentAuthentication(visit)) throw new AuthenticationRequiredError('password');
}
