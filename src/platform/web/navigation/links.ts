/** What of a click on a link decides who follows it: the site or the browser. */
export interface Click {
  /** 0 is the main button. */
  button: number;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
}

/** The parts of an `<a>` that decide; `href` is the full address. */
export interface Link {
  href: string;
  target: string;
  rel: string;
  /** Whether it has a `download` attribute. */
  download: boolean;
}

/**
 * Where the site itself takes a clicked link, or null where the browser should do what it always does: new tabs and
 * windows, downloads, other sites, addresses within the page, and whatever a key held down asks for.
 */
export function followed(click: Click, link: Link, here: URL): URL | null {
  if (click.defaultPrevented || click.button !== 0) return null;
  if (click.altKey || click.ctrlKey || click.metaKey || click.shiftKey) return null;
  if (link.download || (link.target !== '' && link.target !== '_self')) return null;
  if (link.rel.split(/\s+/).includes('external')) return null;
  if (!URL.canParse(link.href)) return null;
  const url = new URL(link.href);
  if (url.origin !== here.origin) return null;
  if (url.href.includes('#') && samePage(url, here)) return null;
  return url;
}

/** Whether two addresses show the same page: they differ by their fragment at most. */
export function samePage(a: URL, b: URL): boolean {
  return a.pathname === b.pathname && a.search === b.search;
}

/**
 * Where a redirect leads: to a page of this site, to another site, or nowhere (null) when its address is none that a
 * browser should be sent to, such as `javascript:`.
 */
export function redirectTarget(url: string, here: string): { inside: boolean; url: URL } | null {
  if (!URL.canParse(url, here)) return null;
  const target = new URL(url, here);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null;
  return { inside: target.origin === new URL(here).origin, url: target };
}
