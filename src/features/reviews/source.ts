/** Where a show's review stands. */
export interface Source {
  href: string;
  /** As people call the site: `reviews.example`. */
  site: string;
  /** Whether this site may show it itself: what isn't https it only links to. */
  readable: boolean;
}

/** What a show's `noda_review` says, or null where that is no web address. */
export function sourceOf(review: string): Source | null {
  if (!URL.canParse(review)) return null;
  const { protocol, href, host } = new URL(review);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { href, site: host.replace(/^www\./, ''), readable: protocol === 'https:' };
}
