import type { Feature } from '#platform/server/feature/feature.ts';
import { blogTrash, registerManageBlogRoutes } from './server/manage.ts';
import { registerBlogPages } from './server/pages.ts';
import {
  blogPersonalData,
  blogSearchEntrySource,
  findBlogPostAuditSubjects,
  findNextBlogPublicationAt,
  listBlogPostTexts,
} from './server/store.ts';

const auditActions = {
  'blog_post.created': 'added a blog post',
  'blog_post.changed': 'changed a blog post',
  'blog_post.deleted': 'deleted a blog post',
  'blog_post.restored': 'restored a blog post',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const blogFeature: Feature = {
  visibility: { blog_post_with_deleted: 'public' },
  routes(registry) {
    registerBlogPages(registry);
    registerManageBlogRoutes(registry);
  },
  personalData: [blogPersonalData],
  trash: [blogTrash],
  auditSubjects: [findBlogPostAuditSubjects],
  nextPublications: [findNextBlogPublicationAt],
  textsOnSite: [listBlogPostTexts],
  publicPages: [{ path: '/blog', order: 40, inSitemap: true }],
  searchEntries: [blogSearchEntrySource],
  auditActions: [auditActions],
};
