import type { Feature } from '#platform/server/feature/feature.ts';
import { jobsPath } from './constants.ts';
import { failedJobsTodo, registerJobCalls, registerJobsPage } from './server/jobs.ts';

const auditActions = {
  'job.retried': 'retried a task',
  'job.dismissed': 'dismissed a failed task',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Shows waiting, failed and scheduled background jobs to admins. Emails are in the mail log. */
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
