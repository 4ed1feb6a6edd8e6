import type { PersonalData } from '../personal-data.ts';

/** What was noted of somebody, as the one who did it or to whom it was done. The log itself is never changed. */
export const auditData: PersonalData = {
  name: 'log',
  about: (db, { id }) =>
    db
      .selectFrom('audit')
      .select(['at', 'actor_name', 'action', 'detail', 'address'])
      .where((entry) => entry.or([entry('actor_id', '=', id), entry('subject', '=', id)]))
      .orderBy('at')
      .orderBy('id')
      .execute(),
};
