import { createHelpFinder, type HelpLinks } from '#features/members/handbook/chapters.ts';
import type {
  MembersNavigation,
  NavigationData,
  NavigationEntry,
  NavigationLink,
} from '#features/publishing/layout/web/index.ts';
import { sortByOrder } from '#platform/shared/sort-by-order.ts';

/** An entry of the members' navigation, with the links shown below it. */
export interface NavigationItem extends NavigationEntry {
  links: readonly NavigationLink[];
}

/** The members' navigation, built from the entries of all features. */
export interface MembersMenu {
  /** Returns the entries that the visitor may use, in their order. */
  itemsFor: (site: NavigationData) => { work: NavigationItem[]; own: NavigationItem[] };
  /** The handbook's section for each members' page, by path. */
  helpPages: HelpLinks;
  /** Finds the handbook's address for a path; undefined if no section explains it. */
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
  const helpPages: HelpLinks = Object.assign({}, ...added.map(({ help }) => help));

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
export function isCurrentItem({ href, links }: NavigationItem, path: string): boolean {
  return [href, ...links.map((link) => link.href)].some((linked) => isAtOrBelow(path, linked));
}

export const isAtOrBelow = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
