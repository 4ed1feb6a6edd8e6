import type { Feature } from '#platform/server/feature/feature.ts';

/** The frame of every page. It only renders its props. */
export const layout: Feature = {};
