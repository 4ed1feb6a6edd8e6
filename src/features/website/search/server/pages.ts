import { setImmediate } from 'node:timers/promises';
import { listHandbookTopics } from '#features/members/handbook/server/index.ts';
import { cacheByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { PublicPage } from '#platform/server/feature/public-pages.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { sortByOrder } from '#platform/shared/sort-by-order.ts';
import type { ResultKind, SearchContent, SearchItem } from '../contract.ts';
import { foldItems, joinItemLists, toFirstView } from '../match.ts';
import { parseSearchQuery, RESULT_KINDS, SEARCH_KEYS } from '../search-query.ts';

declare module '#platform/server/feature/search-entries.ts' {
  interface SearchKinds extends Record<ResultKind, true> {}
}

export function registerSearchPages({ page }: Platform, { all }: Pick<Services, 'all'>): void {
  const access = everyone;
  const options = { type: 'search', access, query: SEARCH_KEYS, firstView: answerPart } as const;
  page('/search', options, buildSearchPage(everythingOf(all)));
}

const buildSearchPage =
  (everythingAt: ReturnType<typeof everythingOf>) =>
  async (visit: PageRequest): Promise<SearchContent> => {
    const content = await everythingAt(visit);
    return visit.visitor.signedIn ? withHandbook(content) : content;
  };

const answerPart = (content: SearchContent, { query }: { query: URLSearchParams }) =>
  toFirstView(content, parseSearchQuery(query));

/** The pages that a society always has, and the words people search them by. */
const itemsOf = (pages: readonly PublicPage[]): SearchItem[] =>
  sortByOrder(pages).flatMap(({ path, inSearch }) =>
    inSearch
      ? { type: 'post', title: inSearch.title, href: path, detail: '', also: [...inSearch.also], poster: '' }
      : [],
  );

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/** Search content with the handbook added, cached per base list so that nothing is folded twice. */
const ofMembers = new WeakMap<SearchContent, Promise<SearchContent>>();

function withHandbook(content: SearchContent): Promise<SearchContent> {
  const made = ofMembers.get(content) ?? addHandbook(content);
  ofMembers.set(content, made);
  made.catch(() => ofMembers.delete(content));
  return made;
}

async function addHandbook(content: SearchContent): Promise<SearchContent> {
  const topics = (await listHandbookTopics()).map(
    ({ title, job, link, words }): SearchItem => ({
      type: 'post',
      title,
      href: link,
      detail: title === job ? 'Handbook' : `Handbook, ${job}`,
      also: ['handbook help how', job, words.join(' ')],
      poster: '',
    }),
  );
  return { ...content, items: joinItemLists(content.items, topics) };
}

/** A list's rank is that of the kind it begins with. */
const rankOf = ([first]: readonly SearchItem[]) => (first ? RESULT_KINDS.indexOf(first.type) : 0);

/**
 * Collects every public item, once for each revision of the site. The entry of a show, a person or a post is made in
 * the `search-entries.ts` of that feature.
 */
function everythingOf(all: Services['all']): (view: View) => Promise<SearchContent> {
  const pages = itemsOf(all('publicPages'));
  return cacheByTables<View, SearchContent>(
    'public',
    ({ until }) => `${until}`,
    async (view) => {
      const lists: (readonly SearchItem[])[] = [];
      for (const { listSearchEntries: inSearch } of all('searchEntries')) {
        const list = await inSearch(view);
        // Folding the whole archive is enough work for a turn of its own, and so is matching it
        await setImmediate();
        foldItems(list);
        await setImmediate();
        lists.push(list);
      }
      const items = joinItemLists(...[...lists, pages].sort((a, b) => rankOf(a) - rankOf(b)));
      return { type: 'search', title: 'Search', items };
    },
  );
}
