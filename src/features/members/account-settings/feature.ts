import type { Feature } from '#platform/server/feature/feature.ts';
import { registerEmailChangeRoutes } from './server/email-change.ts';
import { registerAccountSettingsRoutes, registerSessionCalls } from './server/settings.ts';

const auditActions = {
  'session.ended': 'signed out another device',
  'session.others_ended': 'signed out all other devices',
  'password.changed': 'changed their password',
  'email.change_requested': 'asked to change their email address',
  'email.changed': 'changed their email address',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const accountSettingsFeature: Feature = {
  routes(registry, services) {
    registerAccountSettingsRoutes(registry, services);
    registerEmailChangeRoutes(registry, services);
    registerSessionCalls(registry);
  },
  auditActions: [auditActions],
};
