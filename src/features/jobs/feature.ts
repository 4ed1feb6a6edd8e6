import type { Feature } from '#platform/server/feature/feature.ts';
import { jobsPath } from './paths.ts';
import { failedTodo } from './server/admin-todos.ts';
import { jobCalls } from './server/calls.ts';
import { jobsPage } from './server/pages.ts';

/** What the site does by itself, for admins: what waits, and what failed. Mails have their own list. */
export const jobs: Feature = {
  routes(platform, services) {
    jobsPage(platform, services);
    jobCalls(platform, services);
  },
  adminTodos: [failedTodo],
  adminTools: [
    {
      label: 'Background tasks',
      href: jobsPath,
      about: 'See what the site has to do by itself, and what failed.',
      group: 'site',
      order: 340,
    },
  ],
};
