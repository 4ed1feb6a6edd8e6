import type { AuditSubjects } from '#platform/server/feature/audit-subjects.ts';

/** What posts of the blog are called. */
export const blogPostAuditSubjects: AuditSubjects = (db, ids) => {
  const posts = db.selectFrom('blog_post_with_deleted').select(['key as id', 'title as name']);
  return (ids ? posts.where('key', 'in', ids) : posts).execute();
};
