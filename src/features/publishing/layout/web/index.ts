import type { AdminTool } from '#platform/shared/admin-tools.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import type { IconName } from '#platform/web/ui/icons/icon.tsx';

export { MapSection } from './find-us.tsx';
export { FrontPageHero } from './front-page-hero.tsx';
/** The picture of a ghost light, on the login page and the error page. */
export { default as ghostLight } from './ghost-light.svg';
export { Brand } from './header.tsx';
export { Sidebar } from './sidebar.tsx';
export { SocialLinks } from './social-links.tsx';

/** The part of the site's state that the navigation depends on. */
export type NavigationData = Pick<SiteData, 'memberNavItemsToShow' | 'mostRecentMemberShows' | 'help_wiki'>;

export interface NavigationLink {
  label: string;
  href: string;
  outside?: true;
}

/** An entry of the members' navigation, for users with its permission. */
export interface NavigationEntry {
  permission: string;
  /** A broader permission whose own entry leads to the same page. Users with that permission need no second entry. */
  unless?: string;
  label: string;
  href: string;
  icon: IconName;
  /** The group of the entry. `own` has the entries about the user's account. */
  group: 'work' | 'own';
  /** The entry's position in the group. */
  order: number;
  /**
   * Set if the links below this entry are shown only on its own page, on the linked pages, and on the pages below any
   * of these.
   */
  folds?: true;
}

/** A feature's additions to the members' navigation; `members-side.ts` joins them. */
export interface MembersNavigation {
  entries?: readonly NavigationEntry[];
  /** The entries below an item. The item may belong to another feature. */
  below?: readonly { item: string; order: number; links: (site: NavigationData) => readonly NavigationLink[] }[];
  /**
   * The tools that the feature adds to Admin Tools. Those with a position in the navigation are listed below Admin
   * Tools.
   */
  tools?: readonly AdminTool[];
  /**
   * The place in the handbook that explains each of the feature's pages for members, by the page's path: a chapter, and
   * a heading in it.
   */
  help?: Readonly<Record<string, readonly [chapter: string, heading: string]>>;
}
