import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { registerManageShowsPages } from './server/manage-shows-pages.ts';
import { registerManagedContentRoutes } from './server/managed-content-routes.ts';
import { createPostEmailsLoop, registerPostEmailPreferenceCall } from './server/post-emails.ts';

const auditActions = {
  'file.added': 'added files',
  'file.deleted': 'deleted a file',
  'file.restored': 'restored a file',
  'post.created': 'added a post',
  'post.changed': 'changed a post',
  'post.deleted': 'deleted a post',
  'post.restored': 'restored a post',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const showManagementFeature: Feature = {
  routes(registry, services) {
    registerManageShowsPages(registry);
    registerManagedContentRoutes(registry, services.storage);
    registerPostEmailPreferenceCall(registry, services);
  },
  loops: (services) => [createPostEmailsLoop(services)],
  adminTools,
  auditActions: [auditActions],
};
