import type { AuditSubjects } from '#platform/server/feature/audit-subjects.ts';

/** What posts are called. */
export const postAuditSubjects: AuditSubjects = (db, ids) => {
  const posts = db.selectFrom('post_with_deleted').select(['id', 'title as name']);
  return (ids ? posts.where('id', 'in', ids) : posts).execute();
};
