import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { isDecodableUrl } from '#platform/shared/text/text.ts';

/** The page that opens after signing in, unless another members' page was requested. */
export const portalHomePath = '/members/dashboard';

/**
 * Returns the page to open after signing in: the requested one if it is a members' page of this site, otherwise the
 * dashboard. The path is untrusted, so paths to other sites, to calls or to sign-out are ignored in any encoding.
 */
export function resolveReturnPath(path: string | undefined): string {
  if (!path || !/^\/members\/[\w~!$&'()*+,;=:@%/.?-]*$/.test(path)) return portalHomePath;
  // The path is resolved as in a browser, which treats `%2e%2e` as `..`
  const { pathname, search } = new URL(path, 'http://players.invalid');
  if (!isDecodableUrl(pathname)) return portalHomePath;
  const decoded = decodeURIComponent(pathname).toLowerCase();
  if (!/^\/members\/[^/]/.test(decoded) || /\/{2}|\\/.test(decoded)) return portalHomePath;
  return isActionUrl(pathname) ? portalHomePath : pathname + search;
}
