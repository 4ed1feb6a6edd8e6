import type { ReactNode } from 'react';
import type { Page } from '#platform/shared/pages.ts';
import { Alerts } from '#platform/web/alerts/index.ts';
import { type AnyScreen, useLocation, usePage, usePending, useSite } from '#platform/web/navigation/index.ts';
import { LoadStatus } from '#platform/web/navigation/load-status.tsx';
import { DemoNote, TicketBanner } from './banners.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

/**
 * Returns the path of the current page for the navigation. For an upcoming show, returns "": its path is like a past
 * show's, but it doesn't belong under Past Shows.
 */
const pathOf = (page: Page, path: string) => (page.type === 'past_show' && page.show.upcoming ? '' : path);

/**
 * The frame of every page: banner, header, the page itself, sidebar, contact form, footer. For signed-in users, a part
 * of the site may have its own `frame` in place of banner and header.
 */
export function Shell({
  contact,
  screen: { aboveContent: Above, belowContent: Below, sidebar, frame: Around },
  children,
}: {
  contact: ReactNode;
  screen: Pick<AnyScreen, 'aboveContent' | 'belowContent' | 'sidebar' | 'frame'>;
  children: ReactNode;
}) {
  const page = usePage();
  const site = useSite();
  const { path } = useLocation();
  const pending = usePending();
  const framed = Around !== undefined && site.current_user.is_authenticated;
  const Sidebar = sidebar?.(page);
  const content = Sidebar ? (
    <div className="wrap section with-side">
      <div>{children}</div>
      {Below && (
        <div className={styles.below}>
          <Below page={page} />
        </div>
      )}
      <Sidebar site={site} page={page} path={path} contact={contact} />
    </div>
  ) : (
    <>
      {children}
      {Below && <Below page={page} />}
    </>
  );
  const main = (
    <main id="main" className={styles.main} tabIndex={-1} aria-busy={pending || undefined}>
      {Above && <Above page={page} site={site} />}
      {content}
    </main>
  );
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the main content
      </a>
      <LoadStatus />
      {site.public_demo && <DemoNote demo={site.public_demo} path={path} />}
      {Around && framed ? (
        <Around site={site} path={path}>
          {main}
        </Around>
      ) : (
        <>
          {!path.startsWith('/tickets') && <TicketBanner site={site} path={path} />}
          <Header site={site} path={pathOf(page, path)} />
          {main}
        </>
      )}
      <Footer site={site} brief={framed} />
      <Alerts />
    </>
  );
}
