import { readSettings } from '#features/society/settings/server/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { CalendarFeedStatus } from '../contract.ts';
import { findCalendarFeed } from './calendar-feed.ts';

export type { ListPerformancesForCalendars } from './calendar-feed.ts';
export { renderPerformanceCalendar } from './icalendar.ts';

/** Returns the state of the visitor's own calendar feed, for their settings. */
export async function getCalendarFeedStatus({
  db,
  visitor,
}: {
  db: PageRequest['db'];
  visitor: { id: string };
}): Promise<CalendarFeedStatus> {
  const { timeZone } = await readSettings(db);
  const feed = await findCalendarFeed(db, visitor.id);
  return { on: feed !== undefined, since: feed ? formatDateTime(formatIsoWithOffset(feed.created_at, timeZone)) : '' };
}
