import type { Feature } from '#platform/server/feature/feature.ts';
import { registerShowPages } from './server/pages.ts';

export const showPagesFeature: Feature = {
  routes: registerShowPages,
  publicPages: [
    {
      path: '/past-shows',
      order: 20,
      inSitemap: true,
      inSearch: { title: 'Past shows', also: ['archive history productions'] },
    },
  ],
};
