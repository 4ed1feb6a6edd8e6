import '#platform/web/ui/narrow-tables.css';
import { type ReactNode, useEffect } from 'react';
import { forgetOldDoors } from '#features/door/web/index.ts';
import { helpFor } from '#features/handbook/help.ts';
import { Brand, NewTab } from '#features/layout/web/index.ts';
import { seatingPath } from '#features/seating/paths.ts';
import type { Site } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { IconName } from '#platform/web/ui/icon-names.ts';
import { useFocusNearby } from '#platform/web/ui/useFocusNearby.ts';
import { useMenu } from '#platform/web/ui/useMenu.ts';
import { type Place, placesFor, type Sign, standsAt } from '../navigation.ts';
import { DocumentsBox } from './DocumentsBox.tsx';
import styles from './Portal.module.css';

const signs: Record<Sign, IconName> = {
  dashboard: 'pin',
  shows: 'drama',
  blog: 'newspaper',
  subs: 'pound-sterling',
  bookings: 'ticket',
  admin: 'settings',
  docs: 'folder',
  account: 'user',
  help: 'circle-question-mark',
  logout: 'log-out',
};

/** The members' navigation around every members' page: a rail, or a dropdown on narrow screens. */
export function Portal({ site, path, children }: { site: Site; path: string; children: ReactNode }) {
  useFocusNearby();
  useEffect(() => void forgetOldDoors(Date.now()), []);
  return (
    <div className={styles.portal}>
      <Bar site={site} path={path} />
      <div className={path.startsWith(seatingPath('')) ? `${styles.grid} ${styles.wide}` : styles.grid}>
        <div className={styles.rail}>
          <nav aria-label="Members">
            <Places site={site} path={path} />
          </nav>
          {/* Their own page lists them all */}
          {path !== documents && <DocumentsBox site={site} className={styles.inRail} />}
        </div>
        <Dropdown site={site} path={path} />
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

function Bar({ site, path }: { site: Site; path: string }) {
  const { name } = site.current_user;
  const help = helpFor(path);
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

function Dropdown({ site, path }: { site: Site; path: string }) {
  const details = useMenu(path);
  const { work, own } = placesFor(site);
  const here = [...work, ...own].find((place) => standsAt(place, path));
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
        <Places site={site} path={path} />
        <DocumentsBox site={site} className={styles.inRail} />
      </nav>
    </details>
  );
}

function Places({ site, path }: { site: Site; path: string }) {
  const { work, own } = placesFor(site);
  return (
    <>
      <Group places={work} path={path} />
      {work.length > 0 && own.length > 0 && <hr className={styles.divider} />}
      <Group places={own} path={path} />
    </>
  );
}

function Group({ places, path }: { places: readonly Place[]; path: string }) {
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

function Way({ to, path }: { to: Place; path: string }) {
  const here = standsAt(to, path);
  // On a page further in, its sub-page is marked as current, if there is one
  const alone = here && !to.within.some(({ href }) => isAt(path, href));
  const look = [styles.place, here && styles.current, alone && styles.alone].filter(Boolean).join(' ');
  return (
    <a className={look} href={to.href} aria-current={path === to.href ? 'page' : here ? 'true' : undefined}>
      <Icon of={signs[to.sign]} className={styles.sign} />
      {to.label}
    </a>
  );
}

const isAt = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** Shows always has the newest below it; Admin Tools shows its many pages only while one of them is open. */
function Within({ place, path }: { place: Place; path: string }) {
  if (place.within.length === 0 || (place.sign === 'admin' && !standsAt(place, path))) return null;
  return (
    <ul>
      {place.within.map(({ label, href, outside }) => (
        <li key={href}>
          {outside ? (
            <a className={styles.sub} href={href} target="_blank" rel="noopener noreferrer">
              {label}
              <NewTab />
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
