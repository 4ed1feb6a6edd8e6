import type { ReactNode } from 'react';
import { canBookTickets } from '#features/society/settings/tickets.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { Alerts } from '#platform/web/alerts/index.ts';
import { LoadStatus } from '#platform/web/navigation/current-screen.tsx';
import { type AnyScreen, useLocation, usePage, usePagePending, useSite } from '#platform/web/navigation/index.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { NewTabHint } from '#platform/web/ui/navigation/new-tab-hint.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

/**
 * Returns the path of the current page for the navigation. For an upcoming show, returns "": its path is like a past
 * show's, but it doesn't belong under Past Shows.
 */
const getNavigationPath = (page: Page, path: string) => (page.type === 'past_show' && page.show.upcoming ? '' : path);

/**
 * The frame of every page: banner, header, the page itself, sidebar, contact form, footer. For signed-in users, a part
 * of the site may have its own `frame` in place of banner and header.
 */
export function Shell({
  contact,
  screen: { aboveContent: Above, belowContent: Below, getSidebar, frame: Around },
  children,
}: {
  contact: ReactNode;
  screen: Pick<AnyScreen, 'aboveContent' | 'belowContent' | 'getSidebar' | 'frame'>;
  children: ReactNode;
}) {
  const page = usePage();
  const site = useSite();
  const { path } = useLocation();
  const pending = usePagePending();
  const framed = Around !== undefined && site.current_user.is_authenticated;
  const Sidebar = getSidebar?.(page);
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
          <Header site={site} path={getNavigationPath(page, path)} />
          {main}
        </>
      )}
      <Footer site={site} brief={framed} />
      <Alerts />
    </>
  );
}

/** Paths of pages whose forms have a button at the foot of a phone's screen. */
const FORMS = /^\/(contact|corrections|members)\b/;

/**
 * Links to the tickets while any are on sale, and names the show if only one is on sale. On a phone the banner is
 * hidden on pages with a form, so that it doesn't cover the form's button.
 */
function TicketBanner({ site, path }: { site: SiteData; path: string }) {
  if (!canBookTickets(site)) return null;
  const [show, another] = site.on_sale;
  return (
    <aside className={FORMS.test(path) ? `${styles.banner} only-wide` : styles.banner} aria-label="Now booking">
      <div className={`wrap ${styles.line}`}>
        {!show || another ? (
          <span>Tickets are on sale</span>
        ) : (
          <span>
            <span className="only-wide">Now booking: </span>
            {path === '/' && show.title === site.next_show.title ? show.title : `${show.title}, ${show.dates}`}
          </span>
        )}
        <a href="/tickets" target="_blank" rel="noopener">
          Book tickets <Icon of="arrow-up-right" />
          <NewTabHint />
        </a>
      </div>
    </aside>
  );
}

/** The note above every page of a public demo: what happens to data and, on the login page, how to sign in. */
function DemoNote({
  demo: { note, email, password },
  path,
}: {
  demo: NonNullable<SiteData['public_demo']>;
  path: string;
}) {
  return (
    <aside className={styles.note} aria-label="About this demo">
      <p className="wrap">
        <strong>This is a demo.</strong> {note}{' '}
        {path === '/members' ? (
          <>
            Sign in as <code>{email}</code> with <code>{password}</code>.
          </>
        ) : null}
      </p>
    </aside>
  );
}
