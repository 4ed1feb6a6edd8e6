import type { Feature } from '#platform/server/feature/feature.ts';
import { subscriptionCalls } from './server/calls.ts';
import { subscriptionOutcomes } from './server/outcomes.ts';
import { isOnPaper } from './server/paper-members.ts';
import { subscriptionData } from './server/personal-data.ts';
import { receiptPage } from './server/receipt-page.ts';
import { renewing } from './server/renewals.ts';
import { isHeld } from './server/store.ts';

/** What members pay for each year, for themselves and for others: started, cancelled, and renewed by their card. */
export const subscriptions: Feature = {
  routes(platform, services) {
    subscriptionCalls(platform, services);
    receiptPage(platform, services);
  },
  work: renewing,
  paymentOutcomes: [subscriptionOutcomes],
  plansHeld: [isHeld, isOnPaper],
  personalData: [subscriptionData],
};
