import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { usersCalls } from './server/calls.ts';
import { inviteCalls } from './server/invite.ts';
import { usersPages } from './server/pages.ts';

export const users: Feature = {
  routes(platform, services) {
    usersPages(platform, services);
    usersCalls(platform, services);
    inviteCalls(platform, services);
  },
  adminTools,
};
