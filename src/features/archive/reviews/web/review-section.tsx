import { useEffect, useId, useRef, useState } from 'react';
import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { fetchReview } from '../contract.ts';
import styles from './review-section.module.css';

/**
 * A review on another website. It is fetched when the section is first opened; `opening`, its beginning, is shown while
 * the section is closed. The link to the website is always shown. Without JavaScript the review can't be fetched.
 */
export function ReviewSection({ review, opening }: { review: string; opening: string | undefined }) {
  const source = parseReviewSource(review);
  const heading = useId();
  if (!source) return null;
  return (
    <section className={`wrap ${styles.section}`} aria-labelledby={heading}>
      <div className={styles.review}>
        {source.readable ? <ReviewDisclosure review={review} heading={heading} /> : <h2 id={heading}>The review</h2>}
        {opening && <blockquote className={styles.opening}>{opening}</blockquote>}
        <p className={styles.source}>
          Read the full review at{' '}
          <a href={source.href} rel="external noopener noreferrer">
            {source.site}
          </a>
        </p>
      </div>
    </section>
  );
}

function ReviewDisclosure({ review, heading }: { review: string; heading: string }) {
  const details = useRef<HTMLDetailsElement>(null);
  const isRequested = useRef(false);
  const [loading, setLoading] = useState(false);
  const [loaded, setLoaded] = useState<ReviewResult | null>(null);
  const html = loaded && 'html' in loaded ? loaded.html : '';
  const failure = loaded && 'msg' in loaded ? loaded : null;

  async function load() {
    isRequested.current = true;
    setLoading(true);
    const answer = await loadReview(review);
    setLoaded(answer);
    setLoading(false);
    // Opening the section again repeats a failed request, if a retry may help
    isRequested.current = !('msg' in answer && answer.again);
  }
  function loadOnce() {
    if (details.current?.open && !isRequested.current) void load();
  }
  async function tryAgain() {
    await load();
    // The button may have disappeared, so the focus moves to the summary; otherwise readers would lose their place
    details.current?.querySelector('summary')?.focus();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a section that was opened before this script ran
  useEffect(loadOnce, []);

  return (
    <details ref={details} className={styles.whole} onToggle={loadOnce}>
      <summary>
        <h2 id={heading}>Read the review</h2>
        <Icon of="chevron-down" className={styles.sign} />
      </summary>
      <div className={styles.inside} aria-busy={loading}>
        <p role="status" className={loading ? 'muted' : 'vh'}>
          {loading ? 'Loading the review…' : html && 'The review has loaded.'}
        </p>
        <div role="alert">
          {failure && (
            <Alert tone="bad" title="The review can’t be shown here">
              <p>{failure.msg}</p>
            </Alert>
          )}
        </div>
        {failure?.again && (
          <Button look="line" pending={loading} onClick={tryAgain}>
            {loading ? 'Trying again…' : 'Try again'}
          </Button>
        )}
        {html && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rebuilt it from a short list of elements
          <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
    </details>
  );
}

/** The link to a show's review. */
interface ReviewSource {
  href: string;
  /** The website's host name without "www.": `reviews.example`. */
  site: string;
  /** True if our page can show the review. A review without https is only linked. */
  readable: boolean;
}

/**
 * Returns the source that a show's `noda_review` names; null if the text isn't the address of a web page, or if opening
 * the address would do something, such as sign out.
 */
export function parseReviewSource(review: string): ReviewSource | null {
  if (!URL.canParse(review) || isActionUrl(review)) return null;
  const { protocol, href, host } = new URL(review);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { href, site: host.replace(/^www\./, ''), readable: protocol === 'https:' };
}

/**
 * The review as HTML that the server sanitised, or the reason why there is none; `again` is true if a retry may help.
 */
type ReviewResult = { html: string } | { msg: string; again: boolean };

const unreached = { msg: 'We couldn’t load the review. Check your connection and try again.', again: true };

/** Requests the review at `url` through our server. Never rejects. */
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
