import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { isDecodable } from '#platform/shared/text/text.ts';

/** The first page after signing in. */
export const portalHomePath = '/members/dashboard';

/**
 * Returns the page to open after signing in: the requested one if it is a members' page of this site, otherwise the
 * dashboard. The value is untrusted, so paths to other sites, to calls or to sign-out are ignored, however they are
 * encoded.
 */
export function resolveReturnPath(path: string | undefined): string {
  if (!path || !/^\/members\/[\w~!$&'()*+,;=:@%/.?-]*$/.test(path)) return portalHomePath;
  // As a browser reads it: `%2e%2e` is a step up
  const { pathname, search } = new URL(path, 'http://players.invalid');
  if (!isDecodable(pathname)) return portalHomePath;
  const meant = decodeURIComponent(pathname).toLowerCase();
  if (!/^\/members\/[^/]/.test(meant) || /\/{2}|\\/.test(meant)) return portalHomePath;
  return isActionUrl(pathname) ? portalHomePath : pathname + search;
}
