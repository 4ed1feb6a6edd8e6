import type { PersonalData } from '../feature/personal-data.ts';
import { forgetAccount } from './forgetting.ts';

/**
 * What was noted of somebody, as the one who did it or to whom it was done. What was done stays noted; who it was is
 * forgotten.
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
    // Where others did it from is theirs
    return entries.map(({ actor_id, address, ...entry }) => ({ ...entry, address: actor_id === id ? address : '' }));
  },
  erase: forgetAccount,
};
