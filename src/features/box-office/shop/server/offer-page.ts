import { findBookablePerformance } from '#features/box-office/performances/server/index.ts';
import { requireOffer } from '#features/box-office/waiting-list/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { maxTicketsPerBasket } from '../basket.ts';
import type { ChooseTicketsContent } from '../contract.ts';
import { findShopShow, listShopPerformances } from './views.ts';

export function registerOfferPages({ page }: Platform, services: Pick<Services, 'square' | 'encryption'>): void {
  page('/tickets/offer/:id/:key', { type: 'choose_tickets', access: everyone, secret: true }, (visit) =>
    buildOfferPage(visit, services),
  );
}

/**
 * Builds the form with which a party from the waiting list accepts its offer; after a refusal with the submitted
 * values.
 */
export async function buildOfferPage(
  { db, now, params }: Pick<PageRequest, 'db' | 'now' | 'params'>,
  { square, encryption }: Pick<Services, 'square' | 'encryption'>,
  again: Partial<Pick<ChooseTicketsContent, 'typed' | 'answer'>> = {},
): Promise<ChooseTicketsContent> {
  const offer = await requireOffer(db, params, { encryption, now });
  const found = (await findBookablePerformance(db, offer.performance)) ?? notFound();
  const show = (await findShopShow(db, found.show_id)) ?? notFound();
  const [performance] = await listShopPerformances(db, [found], now);
  const { timeZone } = await readSettings(db);
  return {
    ...{ type: 'choose_tickets', title: show.title, show, performance: performance ?? notFound(), performances: [] },
    ...{ most: Math.min(offer.size, maxTicketsPerBasket), payable: square !== undefined, typed: {} },
    offer: {
      ...{ id: params.id ?? '', key: params.key ?? '', size: offer.size, open: offer.isOpen },
      until: formatIsoWithOffset(offer.until, timeZone),
    },
    ...again,
  };
}
