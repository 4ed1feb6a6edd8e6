import type { Feature } from '#platform/server/feature/feature.ts';

/** What surrounds every page. It only draws what it is given. */
export const layout: Feature = {};
