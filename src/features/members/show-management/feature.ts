import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { notificationCalls, postCalls, postMailsLoop, showFileCalls } from './server/index.ts';
import { registerManageShowsPages } from './server/manage-shows-pages.ts';

export const showManagement: Feature = {
  routes(platform, services) {
    const { storage } = services;
    registerManageShowsPages(platform);
    showFileCalls(platform, storage);
    postCalls(platform, storage);
    notificationCalls(platform, services);
  },
  loops: (services) => [postMailsLoop(services)],
  adminTools,
};
