import type { Feature } from '#platform/server/feature/feature.ts';
import { registerDiscoveryRoutes } from './server/routes.ts';

export const discovery: Feature = {
  routes: registerDiscoveryRoutes,
};
