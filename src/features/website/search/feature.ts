import type { Feature } from '#platform/server/feature/feature.ts';
import { registerSearchPages } from './server/pages.ts';

export const searchFeature: Feature = {
  routes: registerSearchPages,
  publicPages: [{ path: '/search', order: 80, inSitemap: true }],
};
