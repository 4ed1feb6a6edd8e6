import type { Feature } from '#platform/server/feature/feature.ts';
import { portalPages } from './server/pages.ts';

export const portal: Feature = {
  routes: (platform, { all, environment }) => portalPages(platform, { todos: all('adminTodos'), environment }),
};
