import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';

/** Titles of blog posts for the audit log. */
export const blogPostAuditSubjects: AuditSubjects = (db, ids) => {
  const posts = db.selectFrom('blog_post_with_deleted').select(['key as id', 'title as name']);
  return (ids ? posts.where('key', 'in', ids) : posts).execute();
};
