import type { PersonalData } from '../personal-data.ts';

/** What was noted of somebody, as the one who did it or to whom it was done. The log itself is never changed. */
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
};
