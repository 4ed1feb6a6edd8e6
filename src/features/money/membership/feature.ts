import type { Feature } from '#platform/server/feature/feature.ts';
import { registerPlanCalls } from './server/calls.ts';

export const membership: Feature = {
  visibility: { subscription_plan: 'private' },
  routes: registerPlanCalls,
  impersonalTables: [{ table: 'subscription_plan', reason: 'what membership costs' }],
};
