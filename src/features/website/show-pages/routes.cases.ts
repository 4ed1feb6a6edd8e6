import { showPath } from '#features/archive/shows/paths.ts';
import { always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
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
