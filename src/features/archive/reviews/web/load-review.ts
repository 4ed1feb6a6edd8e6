import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { fetchReview } from '../contract.ts';

/** The web address of a show's review. */
interface ReviewSource {
  href: string;
  /** The familiar name of the website: `reviews.example`. */
  site: string;
  /** True if our page can show the review. A review without https is only linked. */
  readable: boolean;
}

/** Returns the source that a show's `noda_review` names; null if the text isn't the address of a web page. */
export function parseReviewSource(review: string): ReviewSource | null {
  if (!URL.canParse(review) || isActionUrl(review)) return null;
  const { protocol, href, host } = new URL(review);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { href, site: host.replace(/^www\./, ''), readable: protocol === 'https:' };
}

/**
 * The review as HTML that the server sanitised, or the reason why there is none; `again` is true if a retry may help.
 */
export type ReviewResult = { html: string } | { msg: string; again: boolean };

const unreached = { msg: 'We couldn’t load the review. Check your connection and try again.', again: true };

/** Requests the review at an address from our server. Never rejects. */
export async function loadReview(url: string, ask: typeof fetch = fetch): Promise<ReviewResult> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await ask(fetchReview.path, {
      method: fetchReview.method,
      headers,
      body: JSON.stringify({ url }),
    });
    if (response.ok) return { html: await response.text() };
    const { status } = response;
    const answer: unknown = await response.json();
    const hasMessage =
      typeof answer === 'object' && answer !== null && 'msg' in answer && typeof answer.msg === 'string';
    return hasMessage ? { msg: String(answer.msg), again: status >= 429 } : unreached;
  } catch {
    return unreached;
  }
}
