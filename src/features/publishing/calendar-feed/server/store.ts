import { isActiveAccountSql, usersView } from '#features/society/accounts/server/index.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import type { CalendarFeedTable } from './tables.ts';

/** Finds a member's calendar, if it has a URL. */
export const findCalendarFeed = (db: DbReader, userId: string) =>
  db.selectFrom('calendar_feed').select('created_at').where('user_id', '=', userId).executeTakeFirst();

/** Finds the owner of a secret calendar URL, if their account is active. */
export const findFeedOwner = (db: DbReader, tokenHash: string) =>
  db
    .selectFrom('calendar_feed')
    .innerJoin(usersView(db).as('user'), 'user.id', 'calendar_feed.user_id')
    .select(['user.id', 'user.firstname'])
    .where('calendar_feed.token_hash', '=', tokenHash)
    .where(isActiveAccountSql)
    .executeTakeFirst();

/** Stores the URL of a member's calendar. An earlier URL stops working. */
export async function upsertCalendarFeed(tx: DbTransaction, feed: CalendarFeedTable): Promise<void> {
  const { user_id: _, ...renewed } = feed;
  await tx
    .insertInto('calendar_feed')
    .values(feed)
    .onConflict((clash) => clash.column('user_id').doUpdateSet(renewed))
    .execute();
}

export async function deleteCalendarFeed(tx: DbTransaction, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('calendar_feed').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The time when a person's calendar URL was created. The URL is deleted with the account. */
export const calendarFeedPersonalData: PersonalData = {
  name: 'calendar_feed',
  tables: ['calendar_feed'],
  about: (db, { id }) => db.selectFrom('calendar_feed').select('created_at').where('user_id', '=', id).execute(),
};
