import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { lookedAtMember } from './look.ts';

/** Who saw somebody's emergency contact, and when. It stands in the log, and stays there. */
export const looksData: PersonalData = {
  name: 'emergency_contact_seen',
  tables: [],
  about: (db, { id }) =>
    db
      .selectFrom('audit')
      .select(['at', 'actor_name as by', 'detail as show'])
      .where('subject', '=', id)
      .where('action', '=', lookedAtMember)
      .orderBy('at')
      .orderBy('id')
      .execute(),
};
