/** The properties of a click on a link that determine if the site or the browser follows the link. */
export interface LinkClick {
  /** 0 means the main button. */
  button: number;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
}

/** Returns true for a click with the main button and no key held down. The browser handles all other clicks. */
export const isPlainClick = (click: Omit<LinkClick, 'defaultPrevented'>): boolean =>
  !(click.button || click.altKey || click.ctrlKey || click.metaKey || click.shiftKey);

/** The properties of an `<a>` that determine if the site or the browser follows it; `href` is the full URL. */
export interface LinkAttributes {
  href: string;
  target: string;
  rel: string;
  /** True if the link has a `download` attribute. */
  download: boolean;
}

/**
 * Returns the URL to go to if the site itself follows a clicked link. Returns null if the browser follows it: for other
 * sites, links marked as `external`, downloads, new tabs and windows, members' calls, and parts of the current page.
 * Also returns null for a click that isn't plain or that a control has already handled.
 */
export function resolveInternalLink(click: LinkClick, link: LinkAttributes, here: URL): URL | null {
  if (click.defaultPrevented || !isPlainClick(click)) return null;
  if (link.download || (link.target !== '' && link.target !== '_self')) return null;
  if (link.rel.split(/\s+/).includes('external')) return null;
  if (!URL.canParse(link.href)) return null;
  const url = new URL(link.href);
  if (url.origin !== here.origin || url.pathname.startsWith('/members/api/')) return null;
  if (url.href.includes('#') && isSamePage(url, here)) return null;
  return url;
}

/** Returns the link of a click that the site itself follows; null for any other click. */
export function findInternalLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement)) return null;
  const { href, target, rel } = link;
  const to = { href, target, rel, download: link.hasAttribute('download') };
  return resolveInternalLink(event, to, new URL(window.location.href)) && link;
}

/** Returns true if two URLs of one site show the same page. They may differ by their fragment. */
export function isSamePage(a: URL, b: URL): boolean {
  return a.pathname === b.pathname && a.search === b.search;
}

/**
 * Resolves the target of a redirect: a page of this site, another site, or null for a URL to which a browser should
 * never be sent, such as `javascript:`.
 */
export function findRedirectTarget(url: string, here: string): { inside: boolean; url: URL } | null {
  if (!URL.canParse(url, here)) return null;
  const target = new URL(url, here);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null;
  return { inside: target.origin === new URL(here).origin, url: target };
}
