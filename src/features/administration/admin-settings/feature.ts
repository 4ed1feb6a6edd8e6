import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { listSettingTexts, registerAdminSettingsRoutes } from './server/admin-settings.ts';

const auditActions = {
  'settings.changed': 'changed site settings',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const adminSettingsFeature: Feature = {
  routes: registerAdminSettingsRoutes,
  textsOnSite: [listSettingTexts],
  adminTools,
  auditActions: [auditActions],
};
