import { always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /search': { ...always(200), at: '/search?q=hamlet', looks: [here, '?q=blithe'] },
};
