import type { PersonalData } from '#platform/server/feature/personal-data.ts';

/** The time when a person's calendar URL was created. It is deleted with the account. */
export const calendarFeedPersonalData: PersonalData = {
  name: 'calendar_feed',
  tables: ['calendar_feed'],
  about: (db, { id }) => db.selectFrom('calendar_feed').select('created_at').where('user_id', '=', id).execute(),
};
