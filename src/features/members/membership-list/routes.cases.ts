import { here, type RouteCases, secretaries } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/membership': { ...secretaries(200), looks: [here, '?status=lapsed'] },
  'GET /members/membership.csv': secretaries(200),
  'GET /members/membership/reminders': { ...secretaries(200), looks: [here] },
  'GET /members/membership/import': { ...secretaries(200), looks: [here] },
  // Secretaries pass the access check, then get 400 because there is no file
  'POST /members/api/membership/import': secretaries(400),
  'GET /members/api/membership/import': secretaries(200),
  // The id belongs to no import
  'POST /members/api/membership/import/:id/undo': {
    ...secretaries(404),
    at: '/members/api/membership/import/aaaaaaaaaaaaaaaa/undo',
  },
  'POST /members/api/membership/remind': secretaries(400),
  // The id belongs to no row
  'DELETE /members/api/membership/:id': { ...secretaries(404), at: '/members/api/membership/aaaaaaaaaaaaaaaa' },
};
