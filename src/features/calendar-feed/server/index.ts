import { readSettings } from '#features/society/server/index.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import type { CalendarFeed } from '../contract.ts';
import { feedOf } from './store.ts';

/** The visitor's own calendar, for their settings. */
export async function calendarOf({
  db,
  visitor,
}: {
  db: PageRequest['db'];
  visitor: { id: string };
}): Promise<CalendarFeed> {
  const { timeZone } = await readSettings(db);
  const feed = await feedOf(db, visitor.id);
  return { on: feed !== undefined, since: feed ? momentInWords(withOffset(feed.created_at, timeZone)) : '' };
}
