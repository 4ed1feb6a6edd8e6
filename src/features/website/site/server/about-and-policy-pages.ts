import { needsRetentionMonths } from '#features/box-office/orders/server/index.ts';
import { basketCookieLifetime, basketRetention } from '#features/box-office/shop/server/index.ts';
import { partiesRetention } from '#features/box-office/waiting-list/server/index.ts';
import { erasureDelayDays } from '#features/identity/my-data/erasure-delay.ts';
import { retentionMonths } from '#features/money/gift-aid/server/index.ts';
import { addPictureSizes } from '#features/publishing/media/server/index.ts';
import { knownDeviceLifetimeMs, sessionLimitsMs } from '#features/society/accounts/server/index.ts';
import { buildMapCsp, parseMapUrl } from '#features/society/settings/maps.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { addressRetentionMs } from '#platform/server/audit/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import { restorableDays } from '#platform/shared/trash.ts';
import type { MapPost, Policy } from '../contract.ts';
import { ACCESSIBILITY } from '../legal-texts.ts';
import { buildPrivacyNotice, type PrivacyFacts } from '../privacy-notice.ts';

/** Collects the facts of the privacy notice from the modules that define them. */
const privacyFacts = (
  { keepMessagesMonths, keepMailMonths, keepBookingsMonths }: Settings,
  { square }: Pick<Services, 'square'>,
): PrivacyFacts => ({
  retentionMonths: { messages: keepMessagesMonths, mail: keepMailMonths, bookings: keepBookingsMonths },
  card: square ? (square.environment === 'practice' ? 'practice' : 'square') : null,
  lifetimesMs: {
    addresses: addressRetentionMs,
    session: sessionLimitsMs.most,
    idle: sessionLimitsMs.idle,
    idleOfAdmins: sessionLimitsMs.idleOfAdmins,
    device: knownDeviceLifetimeMs,
    basketCookie: basketCookieLifetime,
    basket: basketRetention,
    waiting: partiesRetention,
  },
  needsMonths: needsRetentionMonths,
  declarationMonths: retentionMonths,
  erasedAfterDays: erasureDelayDays,
  restorableDays,
});

/** Pages that a society writes once: who it is, and how it treats its visitors. */
export function aboutAndPolicyPages({ page }: Platform, services: Pick<Services, 'square'>): void {
  page(
    '/about-us',
    { type: 'map_post', access: everyone, csp: ({ maps_url }) => buildMapCsp(maps_url) },
    buildAboutPage,
  );

  page('/privacy', { type: 'notice', access: everyone }, buildPrivacyPage(services));
  page('/accessibility', { type: 'notice', access: everyone }, buildAccessibilityPage);
}

const buildPrivacyPage =
  (services: Pick<Services, 'square'>) =>
  async ({ db }: PageRequest): Promise<Policy> => {
    const settings = await readSettings(db);
    return notice('/privacy', 'Privacy', settings.privacy || buildPrivacyNotice(privacyFacts(settings, services)));
  };

const buildAccessibilityPage = async ({ db }: PageRequest): Promise<Policy> =>
  notice('/accessibility', 'Accessibility', (await readSettings(db)).accessibility || ACCESSIBILITY);

async function buildAboutPage({ db }: PageRequest): Promise<MapPost> {
  const { about, mapsURL } = await readSettings(db);
  const map = parseMapUrl(mapsURL);
  return {
    type: 'map_post',
    title: 'About us',
    content: about,
    content_html: await addPictureSizes(db, await renderMarkdown(about), { opens: true }),
    maps_url: map?.embed ?? '',
    map_link: map?.link ?? '',
  };
}

const notice = async (address: string, title: string, content: string): Promise<Policy> => ({
  type: 'notice',
  title,
  content,
  content_html: await renderMarkdown(content),
  address,
});
