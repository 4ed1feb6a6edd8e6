import type { Feature } from '#platform/server/feature/feature.ts';
import { calendarFeedPersonalData } from './server/personal-data.ts';
import { registerCalendarFeedRoutes } from './server/routes.ts';

export const calendarFeed: Feature = {
  routes: registerCalendarFeedRoutes,
  personalData: [calendarFeedPersonalData],
};
