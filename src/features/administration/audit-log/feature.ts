import type { Feature } from '#platform/server/feature/feature.ts';
import { auditLogPath } from './audit-query.ts';
import { createAuditLookups, registerAuditLogPages } from './server/pages.ts';

export const auditLogFeature: Feature = {
  routes: (registry, { all }) => registerAuditLogPages(registry, createAuditLookups(all)),
  adminTools: [
    {
      label: 'Audit log',
      href: auditLogPath,
      about: 'See who did what, when and from where.',
      group: 'site',
      order: 360,
    },
  ],
};
