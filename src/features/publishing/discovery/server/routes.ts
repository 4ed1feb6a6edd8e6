import { readFile } from 'node:fs/promises';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import { countSitemaps, createSitemapEntryLoader, renderSitemap, renderSitemapIndex } from './sitemap.ts';

const xml = (body: string): FreshResponse => ({ status: 200, contentType: 'application/xml; charset=utf-8', body });
const plain = (body: string): FreshResponse => ({ status: 200, contentType: 'text/plain; charset=utf-8', body });

/** Serves robots.txt, the sitemaps, the OpenAPI document and security.txt. */
export function registerDiscoveryRoutes({ resource }: Platform, { all }: Pick<Services, 'all'>): void {
  const access = everyone;
  const listedAt = createSitemapEntryLoader(all);

  resource('/robots.txt', { access }, ({ origin }) =>
    plain(
      `User-agent: *\nDisallow: /members\nDisallow: /search?\nDisallow: /portraits/\n\nSitemap: ${origin}/sitemap.xml\n`,
    ),
  );

  resource('/sitemap.xml', { access }, async (visit) => {
    const pages = await listedAt(visit);
    if (countSitemaps(pages.length) > 1) return xml(renderSitemapIndex(pages.length, visit.origin));
    return xml(renderSitemap(pages, 1, visit.origin) ?? refuseNotFound());
  });

  resource('/sitemap-:part.xml', { access }, async (visit) => {
    const { part = '' } = visit.params;
    const pages = await listedAt(visit);
    return xml((/^[1-9]\d*$/.test(part) && renderSitemap(pages, Number(part), visit.origin)) || refuseNotFound());
  });

  resource('/api/openapi.json', { access }, async () => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: await readFile(description, 'utf8'),
  }));

  resource('/.well-known/security.txt', { access }, async ({ db, origin, now }) => {
    const { securityContact } = await readSettings(db);
    return plain(securityText(contactAddress(securityContact.trim(), origin), origin, now));
  });
}

/** Built by tools/protocol.ts. */
const description = new URL('../../../../../dist/openapi.json', import.meta.url);

/**
 * Returns the contact address from the setting. A setting that isn't a usable address is replaced by the contact form.
 */
function contactAddress(setting: string, origin: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(setting)) return `mailto:${setting}`;
  return /^https:\/\/\S+$/.test(setting) ? setting : `${origin}/contact`;
}

/**
 * Builds security.txt (RFC 9116), with the contact for reports of security issues. It is built again each day, so that
 * the expiry date is always ahead.
 */
const securityText = (contact: string, origin: string, now: string) => {
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
