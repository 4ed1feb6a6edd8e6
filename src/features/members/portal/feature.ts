import type { Feature } from '#platform/server/feature/feature.ts';
import { registerOnboardingCalls } from './server/onboarding.ts';
import { offsiteCopyTodo, registerRestoreTrialCall } from './server/overview.ts';
import { registerPortalPages } from './server/pages.ts';

const auditActions = {
  'onboarding.dismissed': 'dismissed the getting-started list',
  'backup.restore_tried': 'recorded that a restore was tried',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const portalFeature: Feature = {
  routes(registry, services) {
    registerPortalPages(registry, services);
    registerOnboardingCalls(registry);
    registerRestoreTrialCall(registry);
  },
  adminTodos: [offsiteCopyTodo],
  auditActions: [auditActions],
};
