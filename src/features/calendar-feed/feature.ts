import type { Feature } from '#platform/server/feature/feature.ts';
import { calendarFeeds } from './server/calls.ts';
import { calendarData } from './server/personal-data.ts';

export const calendarFeed: Feature = {
  routes: calendarFeeds,
  personalData: [calendarData],
};
