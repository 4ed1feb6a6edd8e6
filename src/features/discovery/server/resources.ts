import { readFile } from 'node:fs/promises';
import { showAddress } from '#features/shows/address.ts';
import { everyShow } from '#features/shows/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { everyone } from '#platform/server/http/access.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound } from '#platform/server/http/refusal.ts';
import type { FreshResponse } from '#platform/server/http/response-cache.ts';
import { isPast } from '#platform/shared/dates.ts';
import { calendar } from './calendar.ts';
import { parts, sitemap, sitemapIndex } from './sitemap.ts';
import { sitemapEntriesOf } from './sitemap-entries.ts';

const xml = (body: string): FreshResponse => ({ status: 200, contentType: 'application/xml; charset=utf-8', body });
const plain = (body: string): FreshResponse => ({ status: 200, contentType: 'text/plain; charset=utf-8', body });

/** What programs ask a site for: search engines, calendars, and people who found a weakness. */
export function discoveryResources({ resource }: Platform, { all }: Pick<Services, 'all'>): void {
  const access = everyone;
  const listedAt = sitemapEntriesOf(all);

  resource('/robots.txt', { access }, ({ origin }) =>
    plain(`User-agent: *\nDisallow: /members\nDisallow: /search?\n\nSitemap: ${origin}/sitemap.xml\n`),
  );

  resource('/sitemap.xml', { access }, async (visit) => {
    const pages = await listedAt(visit);
    if (parts(pages.length) > 1) return xml(sitemapIndex(pages.length, visit.origin));
    return xml(sitemap(pages, 1, visit.origin) ?? notFound());
  });

  resource('/sitemap-:part.xml', { access }, async (visit) => {
    const { part = '' } = visit.params;
    const pages = await listedAt(visit);
    return xml((/^[1-9]\d*$/.test(part) && sitemap(pages, Number(part), visit.origin)) || notFound());
  });

  resource('/calendar.ics', { access }, async ({ db, today, origin }) => {
    const { siteName } = await readSettings(db);
    const runs = (await everyShow(db))
      .filter((show) => !isPast(show.date, show.date_precision, today))
      .map((show) => ({
        ...show,
        url: origin + showAddress(show),
        changed: show.updated_at,
      }));
    return {
      status: 200,
      contentType: 'text/calendar; charset=utf-8',
      body: calendar(runs, { name: siteName, host: new URL(origin).host }),
    };
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

/** Written by tools/protocol, and a test compares it with the contracts: made here it would be the same. */
const description = new URL('../../../../docs/openapi.json', import.meta.url);

/** A setting that is no usable address is replaced by the contact form. */
function contactAddress(setting: string, origin: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(setting)) return `mailto:${setting}`;
  return /^https:\/\/\S+$/.test(setting) ? setting : `${origin}/contact`;
}

/** Where to report a weakness (RFC 9116). Made again each day, so the expiry date is always ahead. */
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
