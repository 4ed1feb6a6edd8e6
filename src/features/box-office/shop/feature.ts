import { readSettings } from '#features/society/settings/server/index.ts';
import { areTicketsSoldHere } from '#features/society/settings/tickets.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { defineScheduledJob } from '#platform/server/jobs/job-handler.ts';
import { defineHoldReleaseLoop, findBasketIdsInPayment, purgeExpiredBaskets } from './server/baskets/basket-store.ts';
import { hoardedPlacesTodo, registerHoardedPlacesCalls } from './server/baskets/hoarding.ts';
import { registerShopCalls } from './server/calls.ts';
import { registerFreeTicketConfirmationRoutes, unconfirmedTicketsTodo } from './server/confirm-order.ts';
import { defineBookingOutcomeJob, defineSettledRefundJob } from './server/emails.ts';
import { registerOfferRoutes } from './server/offers.ts';
import { registerChooseSeatsRoutes, registerShopPages } from './server/pages.ts';
import { ticketPaymentHandler } from './server/pay.ts';
import { basketPersonalData } from './server/personal-data.ts';
import { registerPromoCodeCalls } from './server/promo-codes.ts';

const auditActions = {
  'promo_code.added': 'added a promo code',
  'promo_code.enabled': 'turned on a promo code',
  'promo_code.disabled': 'turned off a promo code',
  'basket.released': 'released places in unpaid baskets',
  'free_tickets.confirmed': 'confirmed free tickets',
  'free_tickets.declined': 'declined free tickets',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The ticket shop: visitors choose tickets, which are held while they pay. */
export const shopFeature: Feature = {
  visibility: { basket: 'private', promo_code: 'private' },
  routes(registry, services) {
    registerShopPages(registry, services);
    registerShopCalls(registry, services);
    registerOfferRoutes(registry, services);
    registerFreeTicketConfirmationRoutes(registry, services);
    registerChooseSeatsRoutes(registry);
    registerPromoCodeCalls(registry);
    registerHoardedPlacesCalls(registry);
  },
  loops: (services) => [
    { name: 'releasing places that were not paid for', everyMs: 10_000, run: defineHoldReleaseLoop(services) },
  ],
  work: (services) => [
    defineBookingOutcomeJob(services),
    defineSettledRefundJob(services),
    defineScheduledJob(
      { kind: 'forget-baskets', name: 'Deleting old baskets', schedule: { every: 'day', at: '04:20' } },
      () => purgeExpiredBaskets(services),
    ),
  ],
  paymentOutcomes: [ticketPaymentHandler],
  basketsInPayment: [findBasketIdsInPayment],
  rowUses: [
    { of: 'show', table: 'basket', column: 'show_id', reason: 'it is on sale' },
    { of: 'show', table: 'promo_code', column: 'show_id', reason: 'it has promo codes' },
  ],
  personalData: [basketPersonalData],
  adminTodos: [unconfirmedTicketsTodo, hoardedPlacesTodo],
  nonPersonalTables: [{ table: 'promo_code', reason: 'codes and their discounts' }],
  publicPages: [
    {
      path: '/tickets',
      order: 70,
      // If another seller is set, the page isn't in the sitemap, because it only links to that seller's site
      inSitemap: async (db) => areTicketsSoldHere(await readSettings(db)),
      inSearch: { title: 'Tickets', also: ['book booking box office'] },
    },
  ],
  auditActions: [auditActions],
};
