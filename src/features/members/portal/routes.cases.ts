import { adminTools, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/posts': { ...members(200), looks: [here] },
  'GET /members/dashboard': { ...members(200), looks: [here] },
  'GET /members/shows': { ...members(200), looks: [here] },
  'GET /members/show/:id': {
    ...members(200),
    at: ({ show }) => `/members/show/${show}`,
    looks: [({ next }) => `/members/show/${next}`, { as: 'admin', to: ({ next }) => `/members/show/${next}` }],
  },
  'GET /members/admin': { ...adminTools(200), looks: [here] },
  'POST /members/api/admin/first_hour/put_away': adminTools(200),
  // No backup has been made of the society in this test
  'POST /members/api/admin/restore_trial': adminTools(409),
};
