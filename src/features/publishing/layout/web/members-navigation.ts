import type { AdminTool } from '#platform/shared/admin-tools.ts';
import type { Site } from '#platform/shared/pages.ts';
import type { IconName } from '#platform/web/ui/icon-names.ts';

/** What the navigation depends on. */
export type NavigationSite = Pick<Site, 'memberNavItemsToShow' | 'mostRecentMemberShows' | 'help_wiki'>;

export interface NavigationLink {
  label: string;
  href: string;
  outside?: true;
}

/** An entry of the members' navigation, for whoever may use its item. */
export interface NavigationEntry {
  permission: string;
  /** A wider item whose own entry leads there too: whoever may use that needs no second entry. */
  unless?: string;
  label: string;
  href: string;
  icon: IconName;
  /** The second group is the account's. */
  group: 'work' | 'own';
  /** Its place in the group. */
  order: number;
  /** Shows the entries below it only while one of them is open. */
  folds?: true;
}

/** What a feature adds to how members find their way; `members-side.ts` puts it together. */
export interface MembersNavigation {
  entries?: readonly NavigationEntry[];
  /** The entries below that of an item, which may be another feature's. */
  below?: readonly { item: string; order: number; links: (site: NavigationSite) => readonly NavigationLink[] }[];
  /** Its tools, of which those with a place in the navigation stand below Admin Tools. */
  tools?: readonly AdminTool[];
  /** Where the handbook explains each of its members' pages: a chapter, and a heading in it. */
  help?: Readonly<Record<string, readonly [chapter: string, heading: string]>>;
}
