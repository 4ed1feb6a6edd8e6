import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { registerSubscriptionCalls } from './server/calls.ts';
import { subscriptionPaymentHandler } from './server/card/payment-handler.ts';
import { registerPlanCalls } from './server/plan-calls.ts';
import { defineRenewalJobs } from './server/renewals/renewal-jobs.ts';
import { subscriptionPersonalData } from './server/store/store.ts';
import { registerReceiptPage } from './server/subscription-views.ts';

const auditActions = {
  'subscription_plan.added': 'added a subscription plan',
  'subscription_plan.changed': 'changed a subscription plan',
  'subscription_plan.opened': 'opened a subscription plan',
  'subscription_plan.closed': 'closed a subscription plan',
  'subscription_plan.deleted': 'deleted a subscription plan',
  'subscription.linked': 'linked a subscription to a person',
  'subscription.renewal_cancelled': 'cancelled a member’s renewal',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/**
 * The plans of yearly membership, and members' subscriptions: members start, renew and cancel them for themselves and
 * for others.
 */
export const subscriptionsFeature: Feature = {
  visibility: {
    subscription_plan: 'private',
    subscription: 'private',
    subscription_year: 'private',
    part_payment: 'private',
    paper_member: 'private',
    paper_member_year: 'private',
  },
  routes(registry, services) {
    registerPlanCalls(registry, services);
    registerSubscriptionCalls(registry, services);
    registerReceiptPage(registry, services);
  },
  work: defineRenewalJobs,
  paymentOutcomes: [subscriptionPaymentHandler],
  rowUses: [{ of: 'person', table: 'subscription', column: 'person_id', reason: 'they are linked to a membership' }],
  personalData: [
    subscriptionPersonalData,
    defineSaverPersonalData({ name: 'subscription_plans_last_saved', table: 'subscription_plan', label: 'name' }),
  ],
  nonPersonalTables: [{ table: 'part_payment', reason: 'the ids of payments and subscriptions' }],
  auditActions: [auditActions],
};
