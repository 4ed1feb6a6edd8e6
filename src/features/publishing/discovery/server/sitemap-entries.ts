import { cacheByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { SitemapEntry } from '#platform/server/feature/search-entries.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { sortByOrder } from '#platform/shared/sort-by-order.ts';

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/** The pages of all features that search engines may list, built once for each revision. */
export function createSitemapEntryLoader(all: Services['all']): (view: View) => Promise<readonly SitemapEntry[]> {
  return cacheByTables<View, SitemapEntry[]>(
    'public',
    ({ until }) => `${until}`,
    async (view) => {
      const entries: SitemapEntry[] = [];
      for (const { path, inSitemap } of sortByOrder(all('publicPages'))) {
        const isListed = typeof inSitemap === 'function' ? await inSitemap(view.db) : inSitemap;
        if (isListed) entries.push({ path });
      }
      // Not push(...entries): a long list can exceed the maximum number of arguments.
      for (const { listSitemapEntries: inSitemap } of all('searchEntries'))
        for (const one of await inSitemap(view)) entries.push(one);
      return entries;
    },
  );
}
