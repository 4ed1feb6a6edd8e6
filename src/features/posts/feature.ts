import type { Feature } from '#platform/server/feature/feature.ts';
import { postNames } from './server/audit-subjects.ts';
import { postsPages } from './server/pages.ts';
import { postData } from './server/personal-data.ts';
import { postSearchEntries } from './server/search-entries.ts';
import { nextPost, postOfFile } from './server/store.ts';
import { postTextsOnSite } from './server/texts.ts';
import { postTrash } from './server/trash.ts';

export const posts: Feature = {
  routes: postsPages,
  personalData: [postData],
  trash: [postTrash],
  auditSubjects: [postNames],
  postsOfFiles: [postOfFile],
  nextPublications: [nextPost],
  textsOnSite: [postTextsOnSite],
  publicPages: [
    { path: '/', order: 10, inSitemap: true },
    { path: '/auditions', order: 30, inSitemap: true, inSearch: { title: 'Auditions', also: ['joining take part'] } },
  ],
  searchEntries: [postSearchEntries],
};
