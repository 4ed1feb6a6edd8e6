import type { Feature } from '#platform/server/feature/feature.ts';
import { discoveryResources } from './server/resources.ts';

export const discovery: Feature = {
  routes: discoveryResources,
};
