import { useEffect } from 'react';
import { NextShowCard } from '#features/box-office/shop/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import styles from './redirect-page.module.css';

/** The time before the browser is sent to the other site, in seconds. */
const delaySeconds = 5;

/**
 * Announces a redirect to another site, with a button to go at once. Redirects within the site don't show this page.
 */
export default function RedirectPage({ page }: { page: Page<'redirect'> }) {
  const url = parseWebAddress(page.url);
  const { path } = useLocation();
  const site = useSite();
  useEffect(() => {
    if (url === null) return;
    const timer = setTimeout(() => window.location.assign(url), delaySeconds * 1000);
    return () => {
      clearTimeout(timer);
      // The refresh tag would still redirect after the visitor navigates away, even if it is removed, so loading is
      // stopped
      window.stop();
    };
  }, [url]);
  if (url === null) {
    return (
      <div className="wrap page-head">
        <h1>Nowhere to go</h1>
        <p>We can’t take you where that link leads.</p>
      </div>
    );
  }
  return (
    <div className={`wrap ${styles.way}`}>
      <div className={styles.text}>
        <h1>On your way</h1>
        {page.text !== '' && <p>{page.text}</p>}
        <p>
          You will be redirected to {url} in {delaySeconds} seconds. If this doesn't work, press the button below
        </p>
        <ButtonLink href={url} rel="external">
          Go to {new URL(url).host}
        </ButtonLink>
      </div>
      {path === '/tickets' && <NextShowCard show={site.next_show} />}
    </div>
  );
}

export function head(page: Page<'redirect'>): Head {
  const url = parseWebAddress(page.url);
  const meta = {
    title: 'On your way',
    description: page.text || `You’ll be redirected to ${page.url}.`,
    indexed: false,
  };
  return url === null ? meta : { ...meta, refresh: { seconds: delaySeconds, url } };
}

/** Returns the URL if it is http or https; null for other schemes, such as `javascript:`. */
function parseWebAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
