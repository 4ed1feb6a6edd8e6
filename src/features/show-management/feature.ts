import type { Feature } from '#platform/server/feature/feature.ts';
import { emptyingBin, managingFileCalls, managingPostCalls, tellingOfPosts, toldCalls } from './server/index.ts';
import { manageShowsPages } from './server/manage-shows-pages.ts';

export const showManagement: Feature = {
  routes(platform, { storage }) {
    manageShowsPages(platform);
    managingFileCalls(platform, storage);
    managingPostCalls(platform, storage);
    toldCalls(platform);
  },
  jobs: (services) => [tellingOfPosts(services), emptyingBin(services)],
};
