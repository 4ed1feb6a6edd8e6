import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';

/** Titles of posts for the audit log. */
export const postAuditSubjects: AuditSubjects = (db, ids) => {
  const posts = db.selectFrom('post_with_deleted').select(['id', 'title as name']);
  return (ids ? posts.where('id', 'in', ids) : posts).execute();
};
