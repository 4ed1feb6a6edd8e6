import { readFile } from 'node:fs/promises';
import { readSettings } from '#features/society/settings/server/index.ts';
import { cacheByTables } from '#platform/server/database/cache/table-changes.ts';
import type { Services, SitemapEntry } from '#platform/server/feature/feature.ts';
import { escapeXml } from '#platform/server/formats/xml.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';

const buildXmlResponse = (body: string): FreshResponse => ({
  status: 200,
  contentType: 'application/xml; charset=utf-8',
  body,
});
const buildTextResponse = (body: string): FreshResponse => ({
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/** Serves robots.txt, the sitemaps, the OpenAPI document and security.txt. */
export function registerDiscoveryRoutes({ resource }: RouteRegistry, { all }: Pick<Services, 'all'>): void {
  const access = everyone;
  const loadSitemapEntries = createSitemapEntryLoader(all);

  resource('/robots.txt', { access }, ({ origin }) =>
    buildTextResponse(
      `User-agent: *\nDisallow: /members\nDisallow: /search?\nDisallow: /portraits/\n\nSitemap: ${origin}/sitemap.xml\n`,
    ),
  );

  resource('/sitemap.xml', { access }, async (visit) => {
    const pages = await loadSitemapEntries(visit);
    if (countSitemaps(pages.length) > 1) return buildXmlResponse(renderSitemapIndex(pages.length, visit.origin));
    return buildXmlResponse(renderSitemap(pages, 1, visit.origin) ?? refuseNotFound());
  });

  resource('/sitemap-:part.xml', { access }, async (visit) => {
    const { part = '' } = visit.params;
    const pages = await loadSitemapEntries(visit);
    return buildXmlResponse(
      (/^[1-9]\d*$/.test(part) && renderSitemap(pages, Number(part), visit.origin)) || refuseNotFound(),
    );
  });

  resource('/api/openapi.json', { access }, async () => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: await readFile(openApiFile, 'utf8'),
  }));

  resource('/.well-known/security.txt', { access }, async ({ db, origin, now }) => {
    const { securityContact } = await readSettings(db);
    return buildTextResponse(buildSecurityTxt(resolveSecurityContact(securityContact.trim(), origin), origin, now));
  });
}

/** The OpenAPI document, which `tools/protocol.ts` builds. */
const openApiFile = new URL('../../../../../dist/openapi.json', import.meta.url);

/**
 * Returns the contact address from the setting. A setting that isn't a usable address is replaced by the contact form.
 */
function resolveSecurityContact(setting: string, origin: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(setting)) return `mailto:${setting}`;
  return /^https:\/\/\S+$/.test(setting) ? setting : `${origin}/contact`;
}

/**
 * Builds security.txt (RFC 9116), with the contact for reports of security issues. It is built again each day, so that
 * the expiry date is always ahead.
 */
const buildSecurityTxt = (contact: string, origin: string, now: string) => {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + 180);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
};

/** The maximum number of pages in a sitemap (sitemaps.org). */
export const MAX_URLS_PER_SITEMAP = 50_000;

/** Counts the sitemaps needed for a list of pages, at least one. */
export const countSitemaps = (pages: number): number => Math.max(1, Math.ceil(pages / MAX_URLS_PER_SITEMAP));

/** Renders one part of the list, counted from 1, as a sitemap; undefined if there is no such part. */
export function renderSitemap(pages: readonly SitemapEntry[], part: number, origin: string): string | undefined {
  if (!(part >= 1 && part <= countSitemaps(pages.length))) return undefined;
  const urls = pages.slice((part - 1) * MAX_URLS_PER_SITEMAP, part * MAX_URLS_PER_SITEMAP).map(({ path, changed }) => {
    const when = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : '';
    return `<url><loc>${escapeXml(origin + path)}</loc>${when}</url>`;
  });
  return renderXmlDocument('urlset', urls);
}

/** Renders the index of the sitemaps, for a site with more pages than one sitemap may hold. */
export function renderSitemapIndex(pages: number, origin: string): string {
  const maps = Array.from(
    { length: countSitemaps(pages) },
    (_, at) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${at + 1}.xml`)}</loc></sitemap>`,
  );
  return renderXmlDocument('sitemapindex', maps);
}

const renderXmlDocument = (root: string, entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;

type SitemapRequest = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/**
 * Creates a loader of the pages of all features that search engines may list. Its result is cached until public data
 * changes, the day ends, or something changes at a set time, such as when a scheduled post is published.
 */
function createSitemapEntryLoader(all: Services['all']): (view: SitemapRequest) => Promise<readonly SitemapEntry[]> {
  return cacheByTables<SitemapRequest, SitemapEntry[]>(
    'public',
    ({ until }) => `${until}`,
    async (view) => {
      const entries: SitemapEntry[] = [];
      for (const { path, inSitemap } of all('publicPages').toSorted((a, b) => a.order - b.order)) {
        const isListed = typeof inSitemap === 'function' ? await inSitemap(view.db) : inSitemap;
        if (isListed) entries.push({ path });
      }
      // Not `push(...entries)`, because a long list can exceed the maximum number of arguments
      for (const { listSitemapEntries: inSitemap } of all('searchEntries'))
        for (const one of await inSitemap(view)) entries.push(one);
      return entries;
    },
  );
}
