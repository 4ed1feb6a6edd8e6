import type { PersonalData } from '../feature/personal-data.ts';
import { anonymiseAuditEntries } from './forget.ts';

/**
 * The audit log's entries about somebody, as actor or as subject. The actions stay; the person's identity is removed.
 */
export const auditData: PersonalData = {
  name: 'log',
  tables: ['audit'],
  about: async (db, { id }, { formatAction }) => {
    const entries = await db
      .selectFrom('audit')
      .select(['at', 'actor_id', 'actor_name', 'action', 'detail', 'address'])
      .where((entry) => entry.or([entry('actor_id', '=', id), entry('subject', '=', id)]))
      .orderBy('at')
      .orderBy('id')
      .execute();
    // The addresses of others are those others' data
    return entries.map(({ at, actor_id, actor_name, action, detail, address }) => ({
      ...{ at, actor_name, action: formatAction(action), detail },
      address: actor_id === id ? address : '',
    }));
  },
  erase: anonymiseAuditEntries,
};
