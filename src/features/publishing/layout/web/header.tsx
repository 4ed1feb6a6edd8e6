import type { Site } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { useMenu } from '#platform/web/ui/overlays/use-menu.ts';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { isPathWithin, publicNavigation, searchPage } from './public-navigation.ts';

export function Header({ site, path }: { site: Site; path: string }) {
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
