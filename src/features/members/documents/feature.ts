import type { Feature } from '#platform/server/feature/feature.ts';
import { registerDocumentCalls } from './server/calls.ts';
import { registerDocumentPages } from './server/pages.ts';
import { findDocsText } from './server/texts.ts';

export const documents: Feature = {
  routes(platform, { storage }) {
    registerDocumentPages(platform);
    registerDocumentCalls(platform, storage);
  },
  textsOnSite: [findDocsText],
};
