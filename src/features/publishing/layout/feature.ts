import type { Feature } from '#platform/server/feature/feature.ts';

/** The frame of every page. It has no routes or tables. */
export const layoutFeature: Feature = {};
