import { isDecodable } from '#platform/shared/text.ts';

/** The first page after signing in. */
export const portalStart = '/members/dashboard';

/**
 * Returns the page to open after signing in: the requested one if it is a members' page of this site, otherwise the
 * dashboard. The value is untrusted, so paths to other sites, to calls or to sign-out are ignored, however they are
 * encoded.
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
