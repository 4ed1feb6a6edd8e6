import type { Feature } from '#platform/server/feature/feature.ts';
import { reviewsCalls } from './server/calls.ts';

export const reviews: Feature = {
  routes: (platform, { outside }) => reviewsCalls(platform, outside),
  impersonalTables: [{ table: 'review', because: 'pages that anybody can read elsewhere, kept for a day' }],
};
