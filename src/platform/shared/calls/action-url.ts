import { isDecodable } from '../text/text.ts';

/**
 * Returns true if opening a URL would act instead of showing a page: a call's URL, or the one that signs out. A link
 * that somebody typed must not have such a URL. The host isn't compared, since the site has several names.
 */
export function isActionUrl(address: string): boolean {
  if (!URL.canParse(address, 'http://players.invalid')) return false;
  // The path as a browser reads it: `%2e%2e` is a step up
  const { pathname } = new URL(address, 'http://players.invalid');
  if (!isDecodable(pathname)) return false;
  const path = decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/[/\\]+/g, '/');
  return /^\/members\/(api|logout)(\/|$)/.test(path);
}
