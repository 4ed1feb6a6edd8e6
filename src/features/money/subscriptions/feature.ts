import type { Feature } from '#platform/server/feature/feature.ts';
import { registerSubscriptionCalls } from './server/calls.ts';
import { subscriptionPaymentHandler } from './server/card/payment-handler.ts';
import { subscriptionPersonalData } from './server/personal-data.ts';
import { registerReceiptPage } from './server/receipt-page.ts';
import { defineRenewalJobs } from './server/renewals/renewal-jobs.ts';
import { hasPlanBeenUsedOnPaper } from './server/store/paper-list-members.ts';
import { hasPlanBeenUsed } from './server/store/store.ts';

const auditActions = {
  'subscription.linked': 'linked a subscription to a person',
  'subscription.renewal_cancelled': 'cancelled a member’s renewal',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Members' yearly subscriptions: starting, renewing and cancelling them, for the members themselves and for others. */
export const subscriptions: Feature = {
  visibility: {
    subscription: 'private',
    subscription_year: 'private',
    part_payment: 'private',
    paper_member: 'private',
    paper_member_year: 'private',
  },
  routes(platform, services) {
    registerSubscriptionCalls(platform, services);
    registerReceiptPage(platform, services);
  },
  work: defineRenewalJobs,
  paymentOutcomes: [subscriptionPaymentHandler],
  plansHeld: [hasPlanBeenUsed, hasPlanBeenUsedOnPaper],
  rowUses: [{ of: 'person', table: 'subscription', column: 'person_id', reason: 'they are linked to a membership' }],
  personalData: [subscriptionPersonalData],
  impersonalTables: [{ table: 'part_payment', reason: 'the ids of payments and subscriptions' }],
  auditActions: [auditActions],
};
