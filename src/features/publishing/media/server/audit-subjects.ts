import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';

/** Names of albums for the audit log. */
export const albumAuditSubjects: AuditSubjects = (db, ids) => {
  const albums = db.selectFrom('album_with_deleted').select(['id', 'name']);
  return (ids ? albums.where('id', 'in', ids) : albums).execute();
};
