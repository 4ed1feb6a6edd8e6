import type { Feature } from '#platform/server/feature/feature.ts';
import { defineScheduledJob } from '#platform/server/jobs/job-handler.ts';
import { errorLogPath, jobsPath, updatesPath } from './contract.ts';
import { errorLogTodo, registerErrorLogRoutes } from './server/error-log.ts';
import { failedJobsTodo, registerJobCalls, registerJobsPage } from './server/jobs.ts';
import { checkForRelease, newVersionTodo, registerUpdatesRoutes } from './server/updates.ts';

const auditActions = {
  'job.retried': 'retried a task',
  'job.dismissed': 'dismissed a failed task',
  'error.dismissed': 'dismissed a program error',
  'updates.on': 'switched on the check for new versions',
  'updates.off': 'switched off the check for new versions',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/**
 * The state of the program, for people with Admin Tools: background jobs, except emails, which are in the mail log;
 * errors; and the version, with a check for newer ones if an admin has switched that on.
 */
export const monitoringFeature: Feature = {
  routes(registry, services) {
    registerJobsPage(registry, services);
    registerJobCalls(registry, services);
    registerErrorLogRoutes(registry);
    registerUpdatesRoutes(registry, services);
  },
  work: (services) => [
    defineScheduledJob(
      { kind: 'release-check', name: 'Looking for a new version', schedule: { every: 'day', at: '05:20' } },
      () => checkForRelease(services),
    ),
  ],
  adminTodos: [failedJobsTodo, errorLogTodo, newVersionTodo],
  adminTools: [
    {
      label: 'Background tasks',
      href: jobsPath,
      about: 'See what the site does automatically, and what failed.',
      group: 'site',
      order: 340,
    },
    {
      label: 'Errors',
      href: errorLogPath,
      about: 'See errors in the program, so you can report them.',
      group: 'site',
      order: 350,
    },
    {
      label: 'Updates',
      href: updatesPath,
      about: 'The version of Callboard that this site runs, and whether there is a newer one.',
      group: 'site',
      order: 370,
    },
  ],
  auditActions: [auditActions],
};
