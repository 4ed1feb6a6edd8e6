import type { Feature } from '#platform/server/feature/feature.ts';
import { showsPages } from './server/pages.ts';

export const showPages: Feature = {
  routes: showsPages,
};
