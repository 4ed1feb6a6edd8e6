import { setImmediate } from 'node:timers/promises';
import { listHandbookTopics } from '#features/members/handbook/server/index.ts';
import { runCooperatively } from '#platform/server/background/event-loop.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import type { PublicPage, Services } from '#platform/server/feature/feature.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { ResultKind, SearchContent, SearchItem } from '../contract.ts';
import {
  foldItems,
  joinItemLists,
  parseSearchQuery,
  RESULT_KINDS,
  SEARCH_QUERY_KEYS,
  trimSearchInSteps,
} from '../match.ts';

declare module '#platform/server/feature/feature.ts' {
  interface SearchKinds extends Record<ResultKind, true> {}
}

export function registerSearchPages({ page }: RouteRegistry, { all }: Pick<Services, 'all'>): void {
  const access = everyone;
  const options = { type: 'search', access, query: SEARCH_QUERY_KEYS, trimForHtml: trimSearchForHtml } as const;
  page('/search', options, buildSearchPage(createItemLoader(all)));
}

const buildSearchPage =
  (loadItems: ReturnType<typeof createItemLoader>) =>
  async (visit: PageRequest): Promise<SearchContent> => {
    const content = await loadItems(visit);
    return visit.visitor.signedIn ? withHandbook(content) : content;
  };

const trimSearchForHtml = (content: SearchContent, { query }: { query: URLSearchParams }) =>
  runCooperatively(trimSearchInSteps(content, parseSearchQuery(query)));

const toPageItems = (pages: readonly PublicPage[]): SearchItem[] =>
  pages
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ path, inSearch }) =>
      inSearch
        ? { type: 'post', title: inSearch.title, href: path, detail: '', also: [...inSearch.also], poster: '' }
        : [],
    );

type SearchRequest = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/**
 * The content for members, which includes the handbook. The public content is its cache key, so that no text is folded
 * twice.
 */
const membersContent = new WeakMap<SearchContent, Promise<SearchContent>>();

function withHandbook(content: SearchContent): Promise<SearchContent> {
  const joined = membersContent.get(content) ?? addHandbook(content);
  membersContent.set(content, joined);
  joined.catch(() => membersContent.delete(content));
  return joined;
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

/** Returns the position of a list in the results, by the kind of its first item. */
const getListRank = ([first]: readonly SearchItem[]) => (first ? RESULT_KINDS.indexOf(first.type) : 0);

/** The number of items that are folded before other requests can run. */
const foldBatchSize = 500;

/** Creates a cached function that collects every public item. Features contribute their items as `searchEntries`. */
function createItemLoader(all: Services['all']): (request: SearchRequest) => Promise<SearchContent> {
  const pages = toPageItems(all('publicPages'));
  return cacheByTables<SearchRequest, SearchContent>(
    'public',
    ({ until }) => `${until}`,
    async (request) => {
      const lists: (readonly SearchItem[])[] = [];
      for (const { listSearchEntries: listEntries } of all('searchEntries')) {
        const list = await listEntries(request);
        // Folding the whole archive takes a while, so other requests can run in between
        for (let start = 0; start < list.length; start += foldBatchSize) {
          await setImmediate();
          foldItems(list.slice(start, start + foldBatchSize));
        }
        await setImmediate();
        lists.push(list);
      }
      const items = joinItemLists(...[...lists, pages].sort((a, b) => getListRank(a) - getListRank(b)));
      return { type: 'search', title: 'Search', items };
    },
  );
}
