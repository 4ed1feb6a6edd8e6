import type { Feature } from '#platform/server/feature/feature.ts';
import { defineScheduledJob } from '#platform/server/jobs/job-handler.ts';
import { updatesPath } from './contract.ts';
import { checkForRelease, newVersionTodo, registerUpdates } from './server/updates.ts';

const auditActions = {
  'updates.on': 'switched on the check for new versions',
  'updates.off': 'switched off the check for new versions',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Tells admins about new versions, if an admin has switched that on. */
export const releases: Feature = {
  routes: registerUpdates,
  work: (services) => [
    defineScheduledJob(
      { kind: 'release-check', name: 'Looking for a new version', clock: { every: 'day', at: '05:20' } },
      () => checkForRelease(services),
    ),
  ],
  adminTools: [
    {
      label: 'Updates',
      href: updatesPath,
      about: 'The version of the site, and whether there is a newer one.',
      group: 'site',
      order: 370,
    },
  ],
  adminTodos: [newVersionTodo],
  auditActions: [auditActions],
};
