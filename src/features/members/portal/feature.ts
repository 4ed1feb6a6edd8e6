import type { Feature } from '#platform/server/feature/feature.ts';
import { registerOnboardingCalls } from './server/onboarding.ts';
import { registerPortalPages } from './server/pages.ts';

const auditActions = {
  'onboarding.dismissed': 'dismissed the getting-started list',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const portal: Feature = {
  routes(platform, services) {
    registerPortalPages(platform, services);
    registerOnboardingCalls(platform);
  },
  auditActions: [auditActions],
};
