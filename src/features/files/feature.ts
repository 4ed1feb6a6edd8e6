import type { Feature } from '#platform/server/feature/feature.ts';
import { filesPages } from './server/pages.ts';
import { fileData } from './server/personal-data.ts';

export const files: Feature = {
  routes: (platform, { storage }) => filesPages(platform, storage),
  personalData: [fileData],
};
