import type { Feature } from '#platform/server/feature/feature.ts';
import { documentsCalls } from './server/calls.ts';
import { documentsPages } from './server/pages.ts';
import { docsTextOnSite } from './server/texts.ts';

export const documents: Feature = {
  routes(platform, { storage }) {
    documentsPages(platform);
    documentsCalls(platform, storage);
  },
  textsOnSite: [docsTextOnSite],
};
