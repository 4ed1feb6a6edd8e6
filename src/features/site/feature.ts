import type { Feature } from '#platform/server/feature/feature.ts';
import { noticePages } from './server/notices.ts';
import { sitePages } from './server/pages.ts';

export const site: Feature = {
  routes(platform, services) {
    sitePages(platform, services);
    noticePages(platform);
  },
};
