import type { Feature } from '#platform/server/feature/feature.ts';
import { registerSubscriptionCalls } from './server/calls.ts';
import { isOnPaper } from './server/paper-members.ts';
import { subscriptionPaymentHandler } from './server/payment-handler.ts';
import { subscriptionPersonalData } from './server/personal-data.ts';
import { receiptPage } from './server/receipt-page.ts';
import { defineRenewalJobs } from './server/renewal-jobs.ts';
import { isPlanInUse } from './server/store.ts';

const auditActions = {
  'subscription.linked': 'linked a subscription to a person',
  'subscription.renewal_cancelled': 'cancelled a renewal for a member',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Members' yearly subscriptions, for themselves and for others: started, cancelled, and renewed by their card. */
export const subscriptions: Feature = {
  visibility: {
    subscription: 'private',
    subscription_year: 'private',
    paper_member: 'private',
    paper_member_year: 'private',
  },
  routes(platform, services) {
    registerSubscriptionCalls(platform, services);
    receiptPage(platform, services);
  },
  work: defineRenewalJobs,
  paymentOutcomes: [subscriptionPaymentHandler],
  plansHeld: [isPlanInUse, isOnPaper],
  personalData: [subscriptionPersonalData],
  auditActions: [auditActions],
};
