import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';

export const findShowAuditSubjects: AuditSubjects = (db, ids) => {
  const shows = db.selectFrom('show').select(['id', 'title as name']);
  return (ids ? shows.where('id', 'in', ids) : shows).execute();
};

export const findPersonAuditSubjects: AuditSubjects = (db, ids) => {
  const people = db.selectFrom('person').select(['id', 'name']);
  return (ids ? people.where('id', 'in', ids) : people).execute();
};
