import type { Feature } from '#platform/server/feature/feature.ts';
import { workByClock } from '#platform/server/jobs/work.ts';
import { forgetCustomers, forgettingCards } from './server/cards.ts';
import { lookingAtRefunds } from './server/external-refunds.ts';
import { notOursCalls } from './server/not-ours-calls.ts';
import { paymentData } from './server/personal-data.ts';
import { reconcile } from './server/reconcile.ts';
import { refreshingIntents } from './server/refresh-intent.ts';
import { refundCalls } from './server/refund-calls.ts';
import { squareWebhook } from './server/webhook.ts';

/** Charges and refunds through Square: intended, asked for, and recorded once. Other features say what they are for. */
export const payments: Feature = {
  routes(platform, services) {
    squareWebhook(platform, services);
    refundCalls(platform, services);
    notOursCalls(platform, services);
  },
  work: (services) => [
    refreshingIntents(services),
    lookingAtRefunds(services),
    forgettingCards(services),
    workByClock(
      { kind: 'reconcile', name: 'Comparing payments with Square’s list', clock: { every: 'day', at: '04:10' } },
      async () => {
        await reconcile(services);
        await forgetCustomers(services);
      },
    ),
  ],
  personalData: [paymentData],
  impersonalTables: [
    { table: 'payment_difference', because: 'amounts that differ, by Square’s ids' },
    { table: 'external_refund', because: 'amounts that went back at Square, by its ids' },
  ],
};
