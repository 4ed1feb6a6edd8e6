import { cacheByTables } from '#platform/server/database/cache/cache-by-tables.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { SitemapEntry } from '#platform/server/feature/search-entries.ts';
import { escapeXml as xml } from '#platform/server/formats/xml.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { sortByOrder } from '#platform/shared/sort-by-order.ts';

/** The maximum number of pages in a sitemap (sitemaps.org). */
export const MAX_URLS_PER_SITEMAP = 50_000;

/** Counts the sitemaps needed for a list of pages, at least one. */
export const countSitemaps = (pages: number): number => Math.max(1, Math.ceil(pages / MAX_URLS_PER_SITEMAP));

/** Renders one part of the list, counted from 1, as a sitemap; undefined beyond the last part. */
export function renderSitemap(pages: readonly SitemapEntry[], part: number, origin: string): string | undefined {
  if (!(part >= 1 && part <= countSitemaps(pages.length))) return undefined;
  const urls = pages.slice((part - 1) * MAX_URLS_PER_SITEMAP, part * MAX_URLS_PER_SITEMAP).map(({ path, changed }) => {
    const when = changed ? `<lastmod>${xml(changed)}</lastmod>` : '';
    return `<url><loc>${xml(origin + path)}</loc>${when}</url>`;
  });
  return document('urlset', urls);
}

/** Renders the index of the sitemaps, for a site with more pages than one sitemap may hold. */
export function renderSitemapIndex(pages: number, origin: string): string {
  const maps = Array.from(
    { length: countSitemaps(pages) },
    (_, at) => `<sitemap><loc>${xml(`${origin}/sitemap-${at + 1}.xml`)}</loc></sitemap>`,
  );
  return document('sitemapindex', maps);
}

const document = (root: string, entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/**
 * Creates a loader of the pages of all features that search engines may list. Its result is cached until public data
 * changes, the day ends, or something changes at a set time, such as when a scheduled post is published.
 */
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
      // Not push(...entries), because a long list can exceed the maximum number of arguments.
      for (const { listSitemapEntries: inSitemap } of all('searchEntries'))
        for (const one of await inSitemap(view)) entries.push(one);
      return entries;
    },
  );
}
