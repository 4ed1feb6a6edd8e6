import type { Feature } from '#platform/server/feature/feature.ts';
import { auditLogPages } from './server/pages.ts';

export const auditLog: Feature = {
  routes: auditLogPages,
};
