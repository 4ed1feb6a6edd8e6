import type { Feature } from '#platform/server/feature/feature.ts';

/** What stands around every page. It only draws what it is given. */
export const layout: Feature = {};
