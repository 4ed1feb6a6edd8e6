import type { Feature } from '#platform/server/feature/feature.ts';
import { subjectNames } from './server/names.ts';
import { auditLogPages } from './server/pages.ts';

export const auditLog: Feature = {
  routes: (platform, { all }) => auditLogPages(platform, subjectNames(all('auditNames'))),
};
