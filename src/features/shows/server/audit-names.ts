import type { AuditNames } from '#platform/server/feature/audit-names.ts';

/** What shows are called. */
export const showNames: AuditNames = (db, ids) => {
  const shows = db.selectFrom('show').select(['id', 'title as name']);
  return (ids ? shows.where('id', 'in', ids) : shows).execute();
};
