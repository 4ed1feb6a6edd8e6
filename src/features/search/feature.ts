import type { Feature } from '#platform/server/feature/feature.ts';
import { searchPages } from './server/pages.ts';

export const search: Feature = {
  routes: searchPages,
  publicPages: [{ path: '/search', order: 80, inSitemap: true }],
};
