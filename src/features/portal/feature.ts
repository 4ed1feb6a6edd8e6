import type { Feature } from '#platform/server/feature/feature.ts';
import { firstHourCalls } from './server/first-hour.ts';
import { portalPages } from './server/pages.ts';

export const portal: Feature = {
  routes(platform, { all, environment, square, db, storage }) {
    portalPages(platform, { todos: all('adminTodos'), environment, square, db, storage });
    firstHourCalls(platform);
  },
};
