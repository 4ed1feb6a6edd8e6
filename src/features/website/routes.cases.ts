import { showPath } from '#features/archive/shows/paths.ts';
import { always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

const search: RouteCases = {
  'GET /search': { ...always(200), at: '/search?q=hamlet', looks: [here, '?q=blithe'] },
};

const showPages: RouteCases = {
  'GET /past-shows': {
    ...always(200),
    looks: [here, '#1980s', '?q=earnest', '?q=xylophone+of+doom', ({ person }) => `?member=${person}`],
  },
  'GET /past-shows/:id': { ...always(301), at: ({ show }) => `/past-shows/${show}` },
  'GET /past-shows/:id/:title': {
    ...always(200),
    at: ({ show }) => `/past-shows/${show}/Hamlet`,
    looks: [({ past }) => showPath(past)],
  },
  'GET /past-shows/member/:id': { ...always(301), at: ({ person }) => `/past-shows/member/${person}` },
  'GET /past-shows/member/:id/:name': {
    ...always(200),
    at: ({ person }) => `/past-shows/member/${person}/Ann`,
    looks: [({ person }) => `/past-shows/member/${person}/Margaret_Ashdown`],
  },
  'GET /share/:id/:file': { ...always(200), at: ({ show }) => `/share/${show}/1.jpg` },
  'GET /posters/:id/:file': { ...always(200), at: ({ show }) => `/posters/${show}/1.svg` },
};

const site: RouteCases = {
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

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = { search, 'show-pages': showPages, site };
