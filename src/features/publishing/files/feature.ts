import type { Feature } from '#platform/server/feature/feature.ts';
import { registerFilePages } from './server/pages.ts';
import { filePersonalData } from './server/personal-data.ts';
import { combinePostLookups } from './server/post-access-lookup.ts';
import { fileTrash } from './server/trash.ts';

export const files: Feature = {
  visibility: { file_with_deleted: 'public' },
  routes: (platform, { storage, all }) =>
    registerFilePages(platform, { storage, postOf: combinePostLookups(all('postsOfFiles')) }),
  personalData: [filePersonalData],
  trash: [fileTrash],
};
