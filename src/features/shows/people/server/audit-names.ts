import type { AuditNames } from '#platform/server/feature/audit-names.ts';

/** What credited people are called. */
export const personNames: AuditNames = (db, ids) => {
  const people = db.selectFrom('person').select(['id', 'name']);
  return (ids ? people.where('id', 'in', ids) : people).execute();
};
