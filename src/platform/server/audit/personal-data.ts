import type { PersonalData } from '../feature/personal-data.ts';
import { anonymiseAuditEntries } from './forget.ts';

/**
 * The audit log's entries about somebody, as actor or as subject. The actions stay; the person's identity is removed.
 */
export const auditData: PersonalData = {
  name: 'log',
  tables: ['audit'],
  about: async (db, { id }) => {
    const entries = await db
      .selectFrom('audit')
      .select(['at', 'actor_id', 'actor_name', 'action', 'detail', 'address'])
      .where((entry) => entry.or([entry('actor_id', '=', id), entry('subject', '=', id)]))
      .orderBy('at')
      .orderBy('id')
      .execute();
    // The addresses of others are those others' data
    return entries.map(({ actor_id, address, ...entry }) => ({ ...entry, address: actor_id === id ? address : '' }));
  },
  erase: anonymiseAuditEntries,
};
