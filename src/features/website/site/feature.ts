import type { Feature } from '#platform/server/feature/feature.ts';
import { registerDiscoveryRoutes } from './server/discovery.ts';
import { registerSitePages } from './server/pages.ts';

export const siteFeature: Feature = {
  routes(registry, services) {
    registerSitePages(registry, services);
    registerDiscoveryRoutes(registry, services);
  },
  publicPages: [
    { path: '/about-us', order: 50, inSitemap: true, inSearch: { title: 'About us', also: ['find us map address'] } },
    { path: '/privacy', order: 100, inSitemap: true, inSearch: { title: 'Privacy', also: ['cookies data'] } },
    { path: '/accessibility', order: 110, inSitemap: true, inSearch: { title: 'Accessibility', also: [] } },
  ],
};
