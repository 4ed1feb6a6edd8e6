import type { Feature } from '#platform/server/feature/feature.ts';
import { auditLogPages } from './server/pages.ts';
import { subjectNames } from './server/subject-names.ts';

export const auditLog: Feature = {
  routes: (platform, { all }) => auditLogPages(platform, subjectNames(all('auditSubjects'))),
};
