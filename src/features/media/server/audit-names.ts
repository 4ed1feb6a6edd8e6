import type { AuditNames } from '#platform/server/feature/audit-names.ts';

/** What albums are called. */
export const albumNames: AuditNames = (db, ids) => {
  const albums = db.selectFrom('album_with_deleted').select(['id', 'name']);
  return (ids ? albums.where('id', 'in', ids) : albums).execute();
};
