import type { Feature } from '#platform/server/feature/feature.ts';
import { jobsPath } from './paths.ts';
import { failedJobsTodo } from './server/admin-todos.ts';
import { registerJobCalls } from './server/calls.ts';
import { registerJobsPage } from './server/pages.ts';

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
};
