import type { Feature } from '#platform/server/feature/feature.ts';
import { jobsPath } from './paths.ts';
import { failedJobsTodo } from './server/admin-todos.ts';
import { registerJobCalls } from './server/calls.ts';
import { registerJobsPage } from './server/pages.ts';

const auditActions = {
  'job.retried': 'retried a task',
  'job.dismissed': 'dismissed a failed task',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Background jobs, for admins: waiting and failed ones. Emails have their own list. */
export const jobs: Feature = {
  routes(platform, services) {
    registerJobsPage(platform, services);
    registerJobCalls(platform, services);
  },
  adminTodos: [failedJobsTodo],
  adminTools: [
    {
      label: 'Background tasks',
      href: jobsPath,
      about: 'See what the site does automatically, and what failed.',
      group: 'site',
      order: 340,
    },
  ],
  auditActions: [auditActions],
};
