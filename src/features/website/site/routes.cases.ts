import { always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /about-us': { ...always(200), looks: [here] },
  'GET /privacy': { ...always(200), looks: [here] },
  'GET /accessibility': { ...always(200), looks: [here] },
  'GET /sitedata': always(200),
  'GET /favicon.ico': always(301),
  'GET /favicon.svg': always(200),
  'GET /sitemap.xml': always(200),
  'GET /sitemap-:part.xml': { ...always(200), at: '/sitemap-1.xml' },
  'GET /robots.txt': always(200),
  'GET /api/openapi.json': always(200),
  'GET /.well-known/security.txt': always(200),
};
