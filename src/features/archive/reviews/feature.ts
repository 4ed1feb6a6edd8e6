import type { Feature } from '#platform/server/feature/feature.ts';
import { registerReviewRoutes } from './server/reviews.ts';

export const reviewsFeature: Feature = {
  visibility: { review: { rows: 'public', columns: { fetched_at: 'private' } } },
  routes: (registry, { network }) => registerReviewRoutes(registry, network),
  nonPersonalTables: [{ table: 'review', reason: 'texts of reviews that anybody can read elsewhere' }],
};
