import type { SiteData } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { useMenu } from '#platform/web/ui/overlays/use-menu.ts';
import styles from './header.module.css';

/** The public navigation, in the order of the header and of the menu of narrow screens. */
const publicNavigation = [
  { href: '/', label: 'Home' },
  { href: '/blog', label: 'Blog' },
  { href: '/past-shows', label: 'Past shows' },
  { href: '/auditions', label: 'Auditions' },
  { href: '/about-us', label: 'About us' },
  { href: '/members', label: 'Members' },
];

/** The search page: an icon in the header, and text in the menu. */
const searchPage = { href: '/search', label: 'Search' };

/** Returns true if `path` is the page `href` or, unless `href` is the front page, a page below it. */
export function isPathWithin(path: string, href: string): boolean {
  return path === href || (href !== '/' && path.startsWith(`${href}/`));
}

export function Header({ site, path }: { site: SiteData; path: string }) {
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar}`}>
        <Brand site={site} />
        <nav className={styles.nav} aria-label="Main">
          <Links to={publicNavigation} path={path} />
          <a
            className={styles.search}
            href={searchPage.href}
            aria-label={searchPage.label}
            aria-current={path === searchPage.href ? 'page' : undefined}
          >
            <Icon of="search" />
          </a>
        </nav>
        <Burger path={path} />
      </div>
    </header>
  );
}

function Links({ to, path }: { to: readonly { href: string; label: string }[]; path: string }) {
  return to.map(({ href, label }) => (
    <a key={href} href={href} aria-current={path === href ? 'page' : isPathWithin(path, href) ? 'true' : undefined}>
      {label}
    </a>
  ));
}

/** The menu of narrow screens. */
function Burger({ path }: { path: string }) {
  const details = useMenu(path);
  return (
    <details className={styles.burger} ref={details}>
      <summary aria-label="Menu">
        <Icon of="menu" className={styles.open} />
        <Icon of="x" className={styles.close} />
      </summary>
      <nav className={styles.menu} aria-label="Main">
        <Links to={[...publicNavigation, searchPage]} path={path} />
      </nav>
    </details>
  );
}

/** The society's logo and name, as the link home. */
export function Brand({ site, large }: { site: SiteData; large?: boolean }) {
  return (
    <a className={large ? `${styles.brand} ${styles.large}` : styles.brand} href="/">
      {site.site_logo === '' ? (
        <Lantern />
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was uploaded
        <span className={styles.mark} aria-hidden dangerouslySetInnerHTML={{ __html: site.site_logo }} />
      )}
      <span>{site.site_name}</span>
    </a>
  );
}

function Lantern() {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 28 28"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
    >
      <path d="M10.5 6.5a3.5 3.5 0 0 1 7 0M8 7h12l1.5 4h-15zM7.5 11l1.8 12h9.4l1.8-12M8.5 23h11v3h-11z" />
      <path d="M14 13.5c2.6 2.6 2.2 5.6 0 6.4-2.2-.8-2.6-3.8 0-6.4z" fill="currentColor" stroke="none" />
    </svg>
  );
}
