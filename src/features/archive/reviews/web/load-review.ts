import { fetchReview } from '../contract.ts';

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
