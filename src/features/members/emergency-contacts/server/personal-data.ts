import { listActionsOn } from '#platform/server/audit/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { viewedContactAction } from './reveal-contacts.ts';

/** Views of a person's emergency contact, with name and time. They are in the audit log, and stay there. */
export const looksData: PersonalData = {
  name: 'emergency_contact_seen',
  tables: [],
  about: async (db, { id }) =>
    (await listActionsOn(db, id, viewedContactAction)).map(({ at, actor_name, detail }) => ({
      at,
      by: actor_name,
      show: detail,
    })),
};
