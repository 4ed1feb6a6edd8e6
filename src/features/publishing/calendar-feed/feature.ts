import type { Feature } from '#platform/server/feature/feature.ts';
import { calendarFeedPersonalData, registerCalendarFeedRoutes } from './server/calendar-feed.ts';

const auditActions = {
  'calendar_feed.created': 'created a calendar link',
  'calendar_feed.revoked': 'removed their calendar link',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const calendarFeedFeature: Feature = {
  visibility: { calendar_feed: 'private' },
  routes: registerCalendarFeedRoutes,
  personalData: [calendarFeedPersonalData],
  auditActions: [auditActions],
};
