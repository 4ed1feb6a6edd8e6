import { needsAndNotesRetentionMonths } from '#features/box-office/orders/server/index.ts';
import { basketCookieLifetimeMs, basketRetentionMs } from '#features/box-office/shop/server/index.ts';
import { waitingPartyRetentionMs } from '#features/box-office/waiting-list/server/index.ts';
import { erasureDelayDays } from '#features/identity/users/my-data.ts';
import { declarationRetentionMonths } from '#features/money/gift-aid/server/index.ts';
import { addPictureAttributes } from '#features/publishing/media/server/index.ts';
import { knownDeviceLifetimeMs, sessionTimeoutsMs } from '#features/society/accounts/server/index.ts';
import { buildMapCsp, parseMapUrl } from '#features/society/settings/maps.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { networkAddressRetentionMs } from '#platform/server/audit/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import { restorableDays } from '#platform/shared/lifecycle.ts';
import { type AboutContent, getSiteData, type PolicyContent } from '../contract.ts';
import { accessibilityStatement, buildPrivacyNotice, type PrivacyFacts } from '../privacy-notice.ts';
import { buildSiteData } from './site-data.ts';

/** Collects the facts of the privacy notice from the features that define them. */
const collectPrivacyFacts = (
  { keepMessagesMonths, keepMailMonths, keepBookingsMonths }: Settings,
  { paymentProvider }: Pick<Services, 'paymentProvider'>,
): PrivacyFacts => ({
  retentionMonths: { messages: keepMessagesMonths, mail: keepMailMonths, bookings: keepBookingsMonths },
  card: paymentProvider ? (paymentProvider.environment === 'practice' ? 'practice' : 'square') : null,
  lifetimesMs: {
    addresses: networkAddressRetentionMs,
    session: sessionTimeoutsMs.most,
    idle: sessionTimeoutsMs.idle,
    idleOfAdmins: sessionTimeoutsMs.idleOfAdmins,
    device: knownDeviceLifetimeMs,
    basketCookie: basketCookieLifetimeMs,
    basket: basketRetentionMs,
    waiting: waitingPartyRetentionMs,
  },
  needsMonths: needsAndNotesRetentionMonths,
  declarationMonths: declarationRetentionMonths,
  erasedAfterDays: erasureDelayDays,
  restorableDays,
});

const buildPrivacyPage =
  (services: Pick<Services, 'paymentProvider'>) =>
  async ({ db }: PageRequest): Promise<PolicyContent> => {
    const settings = await readSettings(db);
    return buildPolicy(
      '/privacy',
      'Privacy',
      settings.privacy || buildPrivacyNotice(collectPrivacyFacts(settings, services)),
    );
  };

const buildAccessibilityPage = async ({ db }: PageRequest): Promise<PolicyContent> =>
  buildPolicy('/accessibility', 'Accessibility', (await readSettings(db)).accessibility || accessibilityStatement);

async function buildAboutPage({ db }: PageRequest): Promise<AboutContent> {
  const { about, mapsURL } = await readSettings(db);
  const map = parseMapUrl(mapsURL);
  return {
    type: 'map_post',
    title: 'About us',
    content: about,
    content_html: await addPictureAttributes(db, await renderMarkdown(about), { opens: true }),
    maps_url: map?.embed ?? '',
    map_link: map?.link ?? '',
  };
}

const buildPolicy = async (address: string, title: string, content: string): Promise<PolicyContent> => ({
  type: 'notice',
  title,
  content,
  content_html: await renderMarkdown(content),
  address,
});

/** Renders Callboard's lantern in the society's accent colour. */
const renderFavicon = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" fill="none" stroke="oklch(0.55 0.15 ${hue})" stroke-width="2" stroke-linejoin="round"><path d="M10.5 6.5a3.5 3.5 0 0 1 7 0M8 7h12l1.5 4h-15zM7.5 11l1.8 12h9.4l1.8-12M8.5 23h11v3h-11z"/><path d="M14 13.5c2.6 2.6 2.2 5.6 0 6.4-2.2-.8-2.6-3.8 0-6.4z" fill="oklch(0.78 0.13 76)" stroke="none"/></svg>`;

export function registerSitePages(
  { call, page, resource }: RouteRegistry,
  services: Pick<Services, 'paymentProvider' | 'mailTransport' | 'isPublicDemo'>,
): void {
  call(getSiteData, { access: everyone }, (request) => buildSiteData(request, services));

  page(
    '/about-us',
    { type: 'map_post', access: everyone, csp: ({ maps_url }) => buildMapCsp(maps_url) },
    buildAboutPage,
  );

  page('/privacy', { type: 'notice', access: everyone }, buildPrivacyPage(services));
  page('/accessibility', { type: 'notice', access: everyone }, buildAccessibilityPage);

  resource('/favicon.svg', { access: everyone }, async ({ db }) => {
    const { accentHue } = await readSettings(db);
    return { status: 200, contentType: 'image/svg+xml', body: renderFavicon(accentHue) };
  });

  // Some programs request this path without being told to
  resource('/favicon.ico', { access: everyone }, () => ({
    status: 301,
    contentType: 'text/plain; charset=utf-8',
    body: '',
    headers: { location: '/favicon.svg' },
  }));
}
