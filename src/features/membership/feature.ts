import type { Feature } from '#platform/server/feature/feature.ts';
import { membershipCalls } from './server/calls.ts';

export const membership: Feature = {
  routes: membershipCalls,
  impersonalTables: [{ table: 'subscription_plan', because: 'what membership costs' }],
};
