import type { Feature } from '#platform/server/feature/feature.ts';
import { postsPages } from './server/pages.ts';
import { postData } from './server/personal-data.ts';
import { nextPost } from './server/store.ts';
import { postTextsOnSite } from './server/texts.ts';

export const posts: Feature = {
  routes: postsPages,
  personalData: [postData],
  nextPublications: [nextPost],
  textsOnSite: [postTextsOnSite],
};
