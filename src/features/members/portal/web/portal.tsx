import '#platform/web/ui/styles/narrow-tables.css';
import { type ReactNode, useEffect } from 'react';
import { deleteExpiredCheckIns, deleteExpiredDoorPages } from '#features/box-office/door/web/index.ts';
import { seatingPath } from '#features/box-office/seating/paths.ts';
import { Brand, OpensInNewTab } from '#features/publishing/layout/web/index.ts';
import type { Site } from '#platform/shared/pages.ts';
import { useFocusNearby } from '#platform/web/ui/actions/use-focus-nearby.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { useMenu } from '#platform/web/ui/overlays/use-menu.ts';
import { isCurrentItem, type MembersMenu, type NavigationItem } from './build-navigation.ts';
import { DocumentsBox } from './documents-box.tsx';
import styles from './portal.module.css';

interface Around {
  navigation: MembersMenu;
  site: Site;
  path: string;
}

/** The members' navigation around every members' page: a rail, or a dropdown on narrow screens. */
export function Portal({ navigation, site, path, children }: Around & { children: ReactNode }) {
  useFocusNearby();
  const user = site.current_user.id;
  useEffect(() => {
    deleteExpiredCheckIns(user, Date.now());
    void deleteExpiredDoorPages(Date.now());
  }, [user]);
  return (
    <div className={styles.portal}>
      <Bar site={site} help={navigation.helpFor(path)} />
      <div className={path.startsWith(seatingPath('')) ? `${styles.grid} ${styles.wide}` : styles.grid}>
        <div className={styles.rail}>
          <nav aria-label="Members">
            <Places navigation={navigation} site={site} path={path} />
          </nav>
          {/* Their own page lists them all */}
          {path !== documents && <DocumentsBox site={site} className={styles.inRail} />}
        </div>
        <Dropdown navigation={navigation} site={site} path={path} />
        {children}
      </div>
    </div>
  );
}

const documents = '/members/docs';

const publicPages = [
  { href: '/blog', label: 'Blog' },
  { href: '/past-shows', label: 'Past shows' },
  { href: '/auditions', label: 'Auditions' },
  { href: '/search', label: 'Search' },
];

function Bar({ site, help }: { site: Site; help: string | undefined }) {
  const { name } = site.current_user;
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '');
  return (
    <header className={styles.bar}>
      <div className={styles.across}>
        <div className={styles.brand}>
          <Brand site={site} />
        </div>
        <nav className={styles.public} aria-label="Public site">
          {publicPages.map(({ href, label }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
        {help && (
          <a className={styles.help} href={help} title="Help with this page">
            <Icon of="circle-question-mark" />
            <span className="vh">Help with this page</span>
          </a>
        )}
        {site.memberNavItemsToShow.account_settings && (
          <a className={styles.who} href="/members/account_settings">
            <span className="only-wide">{name}</span>
            <span className={styles.initials} aria-hidden>
              {initials.join('').toUpperCase()}
            </span>
            <span className="vh">Your account</span>
          </a>
        )}
      </div>
    </header>
  );
}

function Dropdown({ navigation, site, path }: Around) {
  const details = useMenu(path);
  const { work, own } = navigation.itemsFor(site);
  const here = [...work, ...own].find((place) => isCurrentItem(place, path));
  return (
    <details className={styles.drop} ref={details}>
      <summary>
        <Icon of="menu" />
        <span>
          {here?.label ?? 'Members'}
          <span className="vh">, members’ menu</span>
        </span>
        <Icon of="chevron-down" className={styles.turns} />
      </summary>
      <nav className={styles.list} aria-label="Members">
        <Places navigation={navigation} site={site} path={path} />
        <DocumentsBox site={site} className={styles.inRail} />
      </nav>
    </details>
  );
}

function Places({ navigation, site, path }: Around) {
  const { work, own } = navigation.itemsFor(site);
  return (
    <>
      <Group places={work} path={path} />
      {work.length > 0 && own.length > 0 && <hr className={styles.divider} />}
      <Group places={own} path={path} />
    </>
  );
}

function Group({ places, path }: { places: readonly NavigationItem[]; path: string }) {
  if (places.length === 0) return null;
  return (
    <ul>
      {places.map((place) => (
        <li key={place.href}>
          <Way to={place} path={path} />
          <Within place={place} path={path} />
        </li>
      ))}
    </ul>
  );
}

function Way({ to, path }: { to: NavigationItem; path: string }) {
  const here = isCurrentItem(to, path);
  // On a page further in, its sub-page is marked as current, if there is one
  const alone = here && !to.within.some(({ href }) => isAt(path, href));
  const look = [styles.place, here && styles.current, alone && styles.alone].filter(Boolean).join(' ');
  return (
    <a className={look} href={to.href} aria-current={path === to.href ? 'page' : here ? 'true' : undefined}>
      <Icon of={to.icon} className={styles.sign} />
      {to.label}
    </a>
  );
}

const isAt = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

function Within({ place, path }: { place: NavigationItem; path: string }) {
  if (place.within.length === 0 || (place.folds && !isCurrentItem(place, path))) return null;
  return (
    <ul>
      {place.within.map(({ label, href, outside }) => (
        <li key={href}>
          {outside ? (
            <a className={styles.sub} href={href} target="_blank" rel="noopener noreferrer">
              {label}
              <OpensInNewTab />
            </a>
          ) : (
            <a
              className={isAt(path, href) ? `${styles.sub} ${styles.current}` : styles.sub}
              href={href}
              aria-current={isAt(path, href) ? 'page' : undefined}
            >
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
