import { useEffect } from 'react';
import { NextShowCard } from '#features/box-office/shop/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useLocation, useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import styles from './redirect-page.module.css';

/** The seconds that the page leading to another site waits; its text says so too. */
const seconds = 5;

/** On the way to another site: says where to, and lets the reader go ahead. Addresses of our own never come here. */
export default function RedirectPage({ page }: { page: Page<'redirect'> }) {
  const url = outside(page.url);
  const { path } = useLocation();
  const site = useSite();
  useEffect(() => {
    if (url === null) return;
    const leaving = setTimeout(() => window.location.assign(url), seconds * 1000);
    return () => {
      clearTimeout(leaving);
      // The document's own refresh tag goes on counting after its page has gone, even if it is removed
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
          You will be redirected to {url} in {seconds} seconds. If this doesn't work, press the button below
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
  const url = outside(page.url);
  const meta = {
    title: 'On your way',
    description: page.text || `You will be redirected to ${page.url}.`,
    indexed: false,
  };
  return url === null ? meta : { ...meta, refresh: { seconds, url } };
}

/** The address, if a browser may be sent to it: `javascript:` and its like are refused. */
function outside(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
