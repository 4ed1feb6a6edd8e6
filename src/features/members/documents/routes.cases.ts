import { admins, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/docs/manage': { ...admins(200), looks: [here] },
  // Admins pass the access check, then get 400 because nothing was sent
  'POST /members/api/docs/upload': admins(400),
  'POST /members/api/docs/text': admins(400),
  'POST /members/api/docs/:id': { ...admins(400), at: ({ file }) => `/members/api/docs/${file}` },
  'POST /members/api/docs/:id/replace': { ...admins(400), at: ({ file }) => `/members/api/docs/${file}/replace` },
  'GET /members/docs': { ...members(200), looks: [here] },
};
