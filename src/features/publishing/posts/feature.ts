import type { Feature } from '#platform/server/feature/feature.ts';
import { registerPostPages } from './server/pages.ts';
import { postTrash } from './server/post-edits.ts';
import {
  findNextPostPublicationAt,
  findPostAccess,
  findPostAuditSubjects,
  listPostTexts,
  postPersonalData,
  postSearchEntrySource,
} from './server/store.ts';

export const postsFeature: Feature = {
  visibility: { post_with_deleted: 'public' },
  routes: registerPostPages,
  rowUses: [{ of: 'show', table: 'post_with_deleted', column: 'show_id', reason: 'it has posts' }],
  personalData: [postPersonalData],
  trash: [postTrash],
  auditSubjects: [findPostAuditSubjects],
  postsOfFiles: [findPostAccess],
  nextPublications: [findNextPostPublicationAt],
  textsOnSite: [listPostTexts],
  publicPages: [
    { path: '/', order: 10, inSitemap: true },
    { path: '/auditions', order: 30, inSitemap: true, inSearch: { title: 'Auditions', also: ['joining take part'] } },
  ],
  searchEntries: [postSearchEntrySource],
};
