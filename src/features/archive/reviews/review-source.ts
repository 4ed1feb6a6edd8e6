import { isActionUrl } from '#platform/shared/calls/action-url.ts';

/** The web address of a show's review. */
export interface ReviewSource {
  href: string;
  /** The familiar name of the website: `reviews.example`. */
  site: string;
  /** True if this site may display the review itself. A review without https is only linked. */
  readable: boolean;
}

/** Returns the source that a show's `noda_review` names; null if the text isn't a web address. */
export function parseReviewSource(review: string): ReviewSource | null {
  if (!URL.canParse(review) || isActionUrl(review)) return null;
  const { protocol, href, host } = new URL(review);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { href, site: host.replace(/^www\./, ''), readable: protocol === 'https:' };
}
