import { createHelpFinder, type HelpLinks } from '#features/members/handbook/help-links.ts';
import type {
  MembersNavigation,
  NavigationEntry,
  NavigationLink,
  NavigationSite,
} from '#features/publishing/layout/web/index.ts';
import { sortByOrder } from '#platform/shared/sort-by-order.ts';

/** A place in the members' navigation. */
export interface NavigationItem extends NavigationEntry {
  within: readonly NavigationLink[];
}

/** The members' navigation, built from the entries of all features. */
export interface MembersMenu {
  /** Returns the entries in their order, each only for people who may use it. */
  itemsFor: (site: NavigationSite) => { work: NavigationItem[]; own: NavigationItem[] };
  /** The handbook section of each members' page. */
  helpPages: HelpLinks;
  helpFor: (path: string) => string | undefined;
}

export function buildNavigation(added: readonly MembersNavigation[]): MembersMenu {
  const entries = sortByOrder(added.flatMap((one) => one.entries ?? []));
  const tools = added
    .flatMap((one) => one.tools ?? [])
    .flatMap(({ label, href, inNavigation }) =>
      inNavigation === undefined ? [] : { item: 'admin', order: inNavigation, links: () => [{ label, href }] },
    );
  const below = sortByOrder([...added.flatMap((one) => one.below ?? []), ...tools]);
  const told: HelpLinks = Object.assign({}, ...added.map(({ help }) => help));

  return {
    itemsFor(site) {
      const may = (item: string) => site.memberNavItemsToShow[item] === true;
      const group = (name: NavigationEntry['group']) =>
        entries
          .filter(({ group, permission: item, unless }) => group === name && may(item) && !(unless && may(unless)))
          .map((entry) => ({
            ...entry,
            within: below.filter(({ item }) => item === entry.permission).flatMap(({ links }) => links(site)),
          }));
      return { work: group('work'), own: group('own') };
    },
    helpPages: told,
    helpFor: createHelpFinder(told),
  };
}

/** Returns true if `path` is this place, one of its sub-pages, or a page inside it. */
export function isCurrentItem({ href, within }: NavigationItem, path: string): boolean {
  return [href, ...within.map((sub) => sub.href)].some((at) => path === at || path.startsWith(`${at}/`));
}
