import type { PersonalData } from '#platform/server/feature/personal-data.ts';

/** The creation time of a person's own calendar. Deleted with the account's row. */
export const calendarFeedPersonalData: PersonalData = {
  name: 'calendar_feed',
  tables: ['calendar_feed'],
  about: (db, { id }) => db.selectFrom('calendar_feed').select('created_at').where('user_id', '=', id).execute(),
};
