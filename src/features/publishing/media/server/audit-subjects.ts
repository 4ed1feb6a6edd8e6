import type { AuditSubjects } from '#platform/server/feature/audit-subjects.ts';

/** What albums are called. */
export const albumAuditSubjects: AuditSubjects = (db, ids) => {
  const albums = db.selectFrom('album_with_deleted').select(['id', 'name']);
  return (ids ? albums.where('id', 'in', ids) : albums).execute();
};
