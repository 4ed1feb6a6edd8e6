import type { Feature } from '#platform/server/feature/feature.ts';
import { calendarFeedPersonalData } from './server/personal-data.ts';
import { registerCalendarFeedRoutes } from './server/routes.ts';

export const calendarFeed: Feature = {
  visibility: { calendar_feed: 'private' },
  routes: registerCalendarFeedRoutes,
  personalData: [calendarFeedPersonalData],
};
