import { isDecodable } from '#platform/shared/text.ts';

/** The first page after signing in. */
export const portalStart = '/members/dashboard';

/**
 * The page to go to after signing in: the one asked for if it is a members' page of this very site, else the dashboard.
 * Anyone may have written what a form brings, so whatever leads elsewhere, calls something or signs out again, in any
 * spelling, is ignored.
 */
export function afterSignIn(path: string | undefined): string {
  if (!path || !/^\/members\/[\w~!$&'()*+,;=:@%/.?-]*$/.test(path)) return portalStart;
  // As a browser reads it: `%2e%2e` is a step up
  const { pathname, search } = new URL(path, 'http://players.invalid');
  if (!isDecodable(pathname)) return portalStart;
  const meant = decodeURIComponent(pathname).toLowerCase();
  if (!/^\/members\/[^/]/.test(meant) || /\/{2}|\\/.test(meant)) return portalStart;
  return /^\/members\/(api|logout)(\/|$)/.test(meant) ? portalStart : pathname + search;
}
