import type { Reading } from '../../../platform/server/database/index.ts';
import { momentInWords, withOffset } from '../../../platform/shared/dates.ts';
import type { CalendarFeed } from '../contract.ts';
import { feedOf } from './store.ts';

/** What a member's settings say of their calendar. */
export async function calendarFeedOf(db: Reading, userId: string, timeZone: string): Promise<CalendarFeed> {
  const feed = await feedOf(db, userId);
  return { on: feed !== undefined, since: feed ? momentInWords(withOffset(feed.created_at, timeZone)) : '' };
}
