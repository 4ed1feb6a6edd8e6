import type { Feature } from '#platform/server/feature/feature.ts';
import { onboardingCalls } from './server/onboarding.ts';
import { portalPages } from './server/pages.ts';

const auditActions = {
  'onboarding.dismissed': 'dismissed the first steps',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const portal: Feature = {
  routes(platform, services) {
    portalPages(platform, services);
    onboardingCalls(platform);
  },
  auditActions: [auditActions],
};
