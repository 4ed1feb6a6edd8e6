import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';

/** Finds titles of shows for the audit log. */
export const findShowAuditSubjects: AuditSubjects = (db, ids) => {
  const shows = db.selectFrom('show').select(['id', 'title as name']);
  return (ids ? shows.where('id', 'in', ids) : shows).execute();
};

/** Finds names of credited people for the audit log. */
export const findPersonAuditSubjects: AuditSubjects = (db, ids) => {
  const people = db.selectFrom('person').select(['id', 'name']);
  return (ids ? people.where('id', 'in', ids) : people).execute();
};
