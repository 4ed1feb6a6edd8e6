import { listActionsOnSubject } from '#platform/server/audit/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { contactViewedAction } from './reveal-contacts.ts';

/**
 * Views of the emergency contacts of a person and of children for whom they pay. They are entries of the audit log, which
 * an erasure anonymises but never deletes.
 */
export const contactViewsPersonalData: PersonalData = {
  name: 'emergency_contact_seen',
  tables: [],
  about: async (db, { id }) =>
    (await listActionsOnSubject(db, id, contactViewedAction)).map(({ at, actor_name, detail }) => ({
      at,
      by: actor_name,
      show: detail,
    })),
};
