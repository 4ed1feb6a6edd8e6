import type { Feature } from '#platform/server/feature/feature.ts';
import { reviewsCalls } from './server/calls.ts';

export const reviews: Feature = {
  routes: (platform, { network }) => reviewsCalls(platform, network),
  impersonalTables: [{ table: 'review', because: 'pages that anybody can read elsewhere, kept for a day' }],
};
