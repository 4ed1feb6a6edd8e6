import { readSettings } from '#features/society/settings/server/index.ts';
import { isSoldHere } from '#features/society/settings/tickets.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { defineScheduledJob } from '#platform/server/jobs/job-handler.ts';
import { shopCalls } from './server/calls.ts';
import { confirmOrders } from './server/confirm-order.ts';
import { defineConfirmationJob } from './server/confirmation-job.ts';
import { defineHoldReleaseLoop, purgeExpiredBaskets } from './server/expired-baskets.ts';
import { freeTicketsTodo } from './server/free-tickets-todo.ts';
import { hoardedTodo, registerHoardedCalls } from './server/hoarded-places.ts';
import { offerCalls } from './server/offer-calls.ts';
import { ticketOutcomes } from './server/outcomes.ts';
import { chooseSeatsPage, shopPages } from './server/pages.ts';
import { basketData } from './server/personal-data.ts';
import { promoCalls } from './server/promo-calls.ts';
import { settledRefundLetters } from './server/settled-refund-job.ts';

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

/** The ticket shop: visitors choose tickets, hold them for ten minutes, and pay. */
export const shop: Feature = {
  visibility: { basket: 'private', promo_code: 'private' },
  routes(platform, services) {
    shopPages(platform, services);
    shopCalls(platform, services);
    offerCalls(platform, services);
    confirmOrders(platform, services);
    chooseSeatsPage(platform);
    promoCalls(platform);
    registerHoardedCalls(platform);
  },
  loops: (services) => [
    { name: 'releasing places that were not paid for', everyMs: 10_000, run: defineHoldReleaseLoop(services) },
  ],
  work: (services) => [
    defineConfirmationJob(services),
    settledRefundLetters(services),
    defineScheduledJob(
      { kind: 'forget-baskets', name: 'Deleting unpaid baskets', clock: { every: 'day', at: '04:20' } },
      () => purgeExpiredBaskets(services),
    ),
  ],
  paymentOutcomes: [ticketOutcomes],
  personalData: [basketData],
  adminTodos: [freeTicketsTodo, hoardedTodo],
  impersonalTables: [{ table: 'promo_code', reason: 'what codes take off' }],
  publicPages: [
    {
      path: '/tickets',
      order: 70,
      // Elsewhere it leads to another site
      inSitemap: async (db) => isSoldHere(await readSettings(db)),
      inSearch: { title: 'Tickets', also: ['book booking box office'] },
    },
  ],
  auditActions: [auditActions],
};
