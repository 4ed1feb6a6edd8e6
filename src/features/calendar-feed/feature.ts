import type { Feature } from '#platform/server/feature/feature.ts';
import { registerCalendarFeedRoutes } from './server/calls.ts';
import { calendarFeedPersonalData } from './server/personal-data.ts';

export const calendarFeed: Feature = {
  routes: registerCalendarFeedRoutes,
  personalData: [calendarFeedPersonalData],
};
