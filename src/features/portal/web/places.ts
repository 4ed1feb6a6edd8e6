import { helpIn, type Told } from '#features/handbook/help.ts';
import type { MembersNavigation, NavigationEntry, NavigationLink, NavigationSite } from '#features/layout/web/index.ts';
import { inOrder } from '#platform/shared/in-order.ts';

/** A place in the members' navigation. */
export interface VisitedPage extends NavigationEntry {
  within: readonly NavigationLink[];
}

/** How members find their way, put together of what all features add. */
export interface Navigation {
  /** Each entry in its order, only for whoever may use it. */
  placesFor: (site: NavigationSite) => { work: VisitedPage[]; own: VisitedPage[] };
  /** The handbook section of each members' page. */
  told: Told;
  helpFor: (path: string) => string | undefined;
}

export function navigationOf(added: readonly MembersNavigation[]): Navigation {
  const entries = inOrder(added.flatMap((one) => one.entries ?? []));
  const tools = added
    .flatMap((one) => one.tools ?? [])
    .flatMap(({ label, href, inNavigation }) =>
      inNavigation === undefined ? [] : { item: 'admin', order: inNavigation, links: () => [{ label, href }] },
    );
  const below = inOrder([...added.flatMap((one) => one.below ?? []), ...tools]);
  const told: Told = Object.assign({}, ...added.map(({ help }) => help));

  return {
    placesFor(site) {
      const may = (item: string) => site.memberNavItemsToShow[item] === true;
      const group = (name: NavigationEntry['group']) =>
        entries
          .filter(({ group, item, unless }) => group === name && may(item) && !(unless && may(unless)))
          .map((entry) => ({
            ...entry,
            within: below.filter(({ item }) => item === entry.item).flatMap(({ links }) => links(site)),
          }));
      return { work: group('work'), own: group('own') };
    },
    told,
    helpFor: helpIn(told),
  };
}

/** Whether `path` is this place, one of its sub-pages, or a page inside it. */
export function standsAt({ href, within }: VisitedPage, path: string): boolean {
  return [href, ...within.map((sub) => sub.href)].some((at) => path === at || path.startsWith(`${at}/`));
}
