import { admins, here, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/membership': { ...admins(200), looks: [here, '?status=lapsed'] },
  'GET /members/membership.csv': admins(200),
  'GET /members/membership/reminders': { ...admins(200), looks: [here] },
  'GET /members/membership/import': { ...admins(200), looks: [here] },
  // Admitted, and told that no file came
  'POST /members/api/membership/import': admins(400),
  'POST /members/api/membership/remind': admins(400),
  // Nobody has that name
  'DELETE /members/api/membership/:id': { ...admins(404), at: '/members/api/membership/aaaaaaaaaaaaaaaa' },
};
