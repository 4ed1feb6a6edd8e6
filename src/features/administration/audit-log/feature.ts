import type { Feature } from '#platform/server/feature/feature.ts';
import { auditPath } from './audit-query.ts';
import { createAuditLabels, registerAuditLogPages } from './server/pages.ts';

export const auditLogFeature: Feature = {
  routes: (platform, { all }) => registerAuditLogPages(platform, createAuditLabels(all)),
  adminTools: [
    { label: 'Audit log', href: auditPath, about: 'See who did what, when and from where.', group: 'site', order: 360 },
  ],
};
