import type { Feature } from '#platform/server/feature/feature.ts';
import { blogPostNames } from './server/audit-subjects.ts';
import { manageBlogCalls } from './server/manage.ts';
import { blogPages } from './server/pages.ts';
import { blogData } from './server/personal-data.ts';
import { blogPictures } from './server/pictures.ts';
import { blogSearchEntries } from './server/search-entries.ts';
import { nextBlogPost } from './server/store.ts';
import { blogTextsOnSite } from './server/texts.ts';
import { wordImport } from './server/word/calls.ts';
import { blogTrash } from './server/write.ts';

export const blog: Feature = {
  routes(platform, { storage }) {
    blogPages(platform);
    manageBlogCalls(platform);
    blogPictures(platform, storage);
    wordImport(platform, storage);
  },
  personalData: [blogData],
  trash: [blogTrash],
  auditSubjects: [blogPostNames],
  nextPublications: [nextBlogPost],
  textsOnSite: [blogTextsOnSite],
  publicPages: [{ path: '/blog', order: 40, inSitemap: true }],
  searchEntries: [blogSearchEntries],
};
