import '#platform/web/ui/styles/narrow-tables.css';
import { type ReactNode, useEffect } from 'react';
import { deleteExpiredCheckIns, deleteExpiredDoorPages } from '#features/box-office/door/web/index.ts';
import { seatingPath } from '#features/box-office/seating/paths.ts';
import { createHelpFinder, type HelpSections } from '#features/members/handbook/chapters.ts';
import { formatFileTitle, membersFilePagePath } from '#features/publishing/files/file-links.ts';
import {
  Brand,
  type MembersNavigation,
  type NavigationData,
  type NavigationEntry,
  type NavigationLink,
} from '#features/publishing/layout/web/index.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { useFocusAfterRemoval } from '#platform/web/ui/actions/use-focus-after-removal.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { NewTabHint } from '#platform/web/ui/navigation/new-tab-hint.tsx';
import { useMenu } from '#platform/web/ui/overlays/use-menu.ts';
import { deleteExpiredUploads } from '#platform/web/uploads/stored-uploads.ts';
import styles from './portal.module.css';

interface NavigationProps {
  navigation: MembersMenu;
  site: SiteData;
  path: string;
}

/**
 * The frame of the members' pages: the top bar, and the navigation at the side or, on narrow screens, as a dropdown.
 */
export function PortalLayout({ navigation, site, path, children }: NavigationProps & { children: ReactNode }) {
  useFocusAfterRemoval();
  const user = site.current_user.id;
  useEffect(() => {
    deleteExpiredCheckIns(user, Date.now());
    void deleteExpiredDoorPages(Date.now());
    void deleteExpiredUploads(Date.now());
  }, [user]);
  return (
    <div className={styles.portal}>
      <Bar site={site} help={navigation.helpFor(path)} />
      <div className={path.startsWith(seatingPath('')) ? `${styles.grid} ${styles.wide}` : styles.grid}>
        <div className={styles.rail}>
          <nav aria-label="Members">
            <NavigationGroups navigation={navigation} site={site} path={path} />
          </nav>
          {/* The Member Docs page already lists all documents */}
          {path !== memberDocsPath && <DocumentsBox site={site} className={styles.inRail} />}
        </div>
        <Dropdown navigation={navigation} site={site} path={path} />
        {children}
      </div>
    </div>
  );
}

const memberDocsPath = '/members/docs';

const publicPages = [
  { href: '/blog', label: 'Blog' },
  { href: '/past-shows', label: 'Past shows' },
  { href: '/auditions', label: 'Auditions' },
  { href: '/search', label: 'Search' },
];

function Bar({ site, help }: { site: SiteData; help: string | undefined }) {
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

function Dropdown({ navigation, site, path }: NavigationProps) {
  const details = useMenu(path);
  const { work, own } = navigation.itemsFor(site);
  const current = [...work, ...own].find((item) => isCurrentNavigationItem(item, path));
  return (
    <details className={styles.drop} ref={details}>
      <summary>
        <Icon of="menu" />
        <span>
          {current?.label ?? 'Members'}
          <span className="vh">, members’ menu</span>
        </span>
        <Icon of="chevron-down" className={styles.turns} />
      </summary>
      <nav className={styles.list} aria-label="Members">
        <NavigationGroups navigation={navigation} site={site} path={path} />
        <DocumentsBox site={site} className={styles.inRail} />
      </nav>
    </details>
  );
}

function NavigationGroups({ navigation, site, path }: NavigationProps) {
  const { work, own } = navigation.itemsFor(site);
  return (
    <>
      <Group items={work} path={path} />
      {work.length > 0 && own.length > 0 && <hr className={styles.divider} />}
      <Group items={own} path={path} />
    </>
  );
}

function Group({ items, path }: { items: readonly NavigationItem[]; path: string }) {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.href}>
          <ItemLink item={item} path={path} />
          <SubLinks item={item} path={path} />
        </li>
      ))}
    </ul>
  );
}

function ItemLink({ item, path }: { item: NavigationItem; path: string }) {
  const isCurrent = isCurrentNavigationItem(item, path);
  // If one of the item's links leads to this page, that link is marked as current instead
  const isMarked = isCurrent && !item.links.some(({ href }) => isAtOrBelow(path, href));
  const className = [styles.place, isCurrent && styles.current, isMarked && styles.alone].filter(Boolean).join(' ');
  return (
    <a
      className={className}
      href={item.href}
      aria-current={path === item.href ? 'page' : isCurrent ? 'true' : undefined}
    >
      <Icon of={item.icon} className={styles.sign} />
      {item.label}
    </a>
  );
}

function SubLinks({ item, path }: { item: NavigationItem; path: string }) {
  if (item.links.length === 0 || (item.folds && !isCurrentNavigationItem(item, path))) return null;
  return (
    <ul>
      {item.links.map(({ label, href, outside }) => (
        <li key={href}>
          {outside ? (
            <a className={styles.sub} href={href} target="_blank" rel="noopener noreferrer">
              {label}
              <NewTabHint />
            </a>
          ) : (
            <a
              className={isAtOrBelow(path, href) ? `${styles.sub} ${styles.current}` : styles.sub}
              href={href}
              aria-current={isAtOrBelow(path, href) ? 'page' : undefined}
            >
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** An entry of the members' navigation, with the links shown below it. */
interface NavigationItem extends NavigationEntry {
  links: readonly NavigationLink[];
}

/** The members' navigation, built from the entries of all features. */
export interface MembersMenu {
  /** Returns the entries that the visitor may use, in their order. */
  itemsFor: (site: NavigationData) => { work: NavigationItem[]; own: NavigationItem[] };
  /** The handbook's section about each page for members, by path. */
  helpPages: HelpSections;
  /** Returns the link to the handbook's section about the page at a path; undefined if there is none. */
  helpFor: (path: string) => string | undefined;
}

export function buildMembersMenu(added: readonly MembersNavigation[]): MembersMenu {
  const entries = added.flatMap((one) => one.entries ?? []).sort((a, b) => a.order - b.order);
  const tools = added
    .flatMap((one) => one.tools ?? [])
    .flatMap(({ label, href, inNavigation }) =>
      inNavigation === undefined ? [] : { item: 'admin', order: inNavigation, links: () => [{ label, href }] },
    );
  const below = [...added.flatMap((one) => one.below ?? []), ...tools].sort((a, b) => a.order - b.order);
  const helpPages: HelpSections = Object.assign({}, ...added.map(({ help }) => help));

  return {
    itemsFor(site) {
      const may = (item: string) => site.memberNavItemsToShow[item] === true;
      const group = (name: NavigationEntry['group']) =>
        entries
          .filter(({ group, permission: item, unless }) => group === name && may(item) && !(unless && may(unless)))
          .map((entry) => ({
            ...entry,
            links: below.filter(({ item }) => item === entry.permission).flatMap(({ links }) => links(site)),
          }));
      return { work: group('work'), own: group('own') };
    },
    helpPages,
    helpFor: createHelpFinder(helpPages),
  };
}

/** Returns true if `path` is the entry's page, one of its links, or a page below either. */
export function isCurrentNavigationItem({ href, links }: NavigationItem, path: string): boolean {
  return [href, ...links.map((link) => link.href)].some((linked) => isAtOrBelow(path, linked));
}

const isAtOrBelow = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);

/** The box has room for eight documents; the Member Docs page lists all of them. */
const maxDocuments = 8;

/** A box with the first documents of Member Docs. Renders nothing if there are none. */
export function DocumentsBox({ site, className }: { site: SiteData; className?: string | undefined }) {
  const files = site.memberDocs?.files ?? [];
  if (files.length === 0) return null;
  return (
    <aside className={[styles.documents, className].filter(Boolean).join(' ')} aria-label="Member documents">
      <p className={styles.heading}>Member documents</p>
      <ul>
        {files.slice(0, maxDocuments).map((file) => (
          <li key={file.id}>
            <a href={membersFilePagePath(file)}>{formatFileTitle(file.name)}</a>
          </li>
        ))}
        {files.length > maxDocuments && site.memberNavItemsToShow.member_docs && (
          <li>
            <a href="/members/docs">All {files.length} documents</a>
          </li>
        )}
      </ul>
    </aside>
  );
}
