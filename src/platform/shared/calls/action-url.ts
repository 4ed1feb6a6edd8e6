import { isDecodableUrl } from '../text/text.ts';

/**
 * Returns true if opening a URL performs an action instead of showing a page. That is so for the URLs of members'
 * calls, and for the one that signs out. A link that somebody typed must not have such a URL. The host isn't compared,
 * because the site can have several host names.
 */
export function isActionUrl(url: string): boolean {
  if (!URL.canParse(url, 'http://players.invalid')) return false;
  // The path is parsed as in a browser, which reads `%2e%2e` as the folder above
  const { pathname } = new URL(url, 'http://players.invalid');
  if (!isDecodableUrl(pathname)) return false;
  const path = decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/[/\\]+/g, '/');
  return /^\/members\/(api|logout)(\/|$)/.test(path);
}
