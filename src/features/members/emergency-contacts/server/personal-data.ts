import { actsOn } from '#platform/server/audit/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { viewedContactAction } from './reveal-contacts.ts';

/** Who looked at somebody's emergency contact, and when. It is in the audit log, and stays there. */
export const looksData: PersonalData = {
  name: 'emergency_contact_seen',
  tables: [],
  about: async (db, { id }) =>
    (await actsOn(db, id, viewedContactAction)).map(({ at, actor_name, detail }) => ({
      at,
      by: actor_name,
      show: detail,
    })),
};
