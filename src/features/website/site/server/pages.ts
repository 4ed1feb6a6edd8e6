import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { siteData } from '../contract.ts';
import { buildSiteData } from './site-data.ts';

/** Callboard's lantern, lit, in the society's second ink. */
const favicon = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" fill="none" stroke="oklch(0.55 0.15 ${hue})" stroke-width="2" stroke-linejoin="round"><path d="M10.5 6.5a3.5 3.5 0 0 1 7 0M8 7h12l1.5 4h-15zM7.5 11l1.8 12h9.4l1.8-12M8.5 23h11v3h-11z"/><path d="M14 13.5c2.6 2.6 2.2 5.6 0 6.4-2.2-.8-2.6-3.8 0-6.4z" fill="oklch(0.78 0.13 76)" stroke="none"/></svg>`;

export function sitePages(
  { call, resource }: Platform,
  services: Pick<Services, 'square' | 'mailTransport' | 'isPublicDemo'>,
): void {
  call(siteData, { access: everyone }, (request) => buildSiteData(request, services));

  resource('/favicon.svg', { access: everyone }, async ({ db }) => {
    const { accentHue } = await readSettings(db);
    return { status: 200, contentType: 'image/svg+xml', body: favicon(accentHue) };
  });

  // Programs that ask here of their own accord, such as mail programs, are redirected to the present one
  resource('/favicon.ico', { access: everyone }, () => ({
    status: 301,
    contentType: 'text/plain; charset=utf-8',
    body: '',
    headers: { location: '/favicon.svg' },
  }));
}
