import type { Feature } from '#platform/server/feature/feature.ts';
import { filesPages } from './server/pages.ts';
import { fileData } from './server/personal-data.ts';
import { postAmong } from './server/post-of-file.ts';
import { fileTrash } from './server/trash.ts';

export const files: Feature = {
  routes: (platform, { storage, all }) => filesPages(platform, { storage, postOf: postAmong(all('postsOfFiles')) }),
  personalData: [fileData],
  trash: [fileTrash],
};
