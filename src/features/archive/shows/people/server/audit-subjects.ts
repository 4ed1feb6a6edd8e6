import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';

/** Finds names of credited people for the audit log. */
export const findPersonAuditSubjects: AuditSubjects = (db, ids) => {
  const people = db.selectFrom('person').select(['id', 'name']);
  return (ids ? people.where('id', 'in', ids) : people).execute();
};
