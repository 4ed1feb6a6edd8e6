import type { Feature } from '#platform/server/feature/feature.ts';
import { defineLastSavedPersonalData } from '#platform/server/feature/personal-data.ts';
import { registerPlanCalls } from './server/calls.ts';

const auditActions = {
  'subscription_plan.added': 'added a subscription plan',
  'subscription_plan.changed': 'changed a subscription plan',
  'subscription_plan.opened': 'opened a subscription plan',
  'subscription_plan.closed': 'closed a subscription plan',
  'subscription_plan.deleted': 'deleted a subscription plan',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const membership: Feature = {
  visibility: { subscription_plan: 'private' },
  routes: registerPlanCalls,
  personalData: [
    defineLastSavedPersonalData({ name: 'subscription_plans_last_saved', table: 'subscription_plan', label: 'name' }),
  ],
  auditActions: [auditActions],
};
