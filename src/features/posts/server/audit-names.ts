import type { AuditNames } from '#platform/server/feature/audit-names.ts';

/** What posts are called. */
export const postNames: AuditNames = (db, ids) => {
  const posts = db.selectFrom('post_with_deleted').select(['id', 'title as name']);
  return (ids ? posts.where('id', 'in', ids) : posts).execute();
};
