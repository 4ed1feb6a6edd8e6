import type { Feature } from '#platform/server/feature/feature.ts';
import { faultsPath } from './paths.ts';
import { faultsTodo } from './server/admin-todos.ts';
import { faultCalls } from './server/calls.ts';
import { faultsPage } from './server/pages.ts';

/** Errors of the program, for an admin to pass on to whoever looks after it. */
export const faults: Feature = {
  routes(platform) {
    faultsPage(platform);
    faultCalls(platform);
  },
  adminTodos: [faultsTodo],
  adminTools: [
    { label: 'Errors', href: faultsPath, about: 'See what went wrong in the program, to pass it on.', order: 350 },
  ],
};
