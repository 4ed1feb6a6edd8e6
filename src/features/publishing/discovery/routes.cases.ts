import { always, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /sitemap.xml': always(200),
  'GET /sitemap-:part.xml': { ...always(200), at: '/sitemap-1.xml' },
  'GET /robots.txt': always(200),
  'GET /api/openapi.json': always(200),
  'GET /.well-known/security.txt': always(200),
};
