import { admins, here, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/errors': { ...admins(200), looks: [here] },
  // Admitted, and told that there is no such error
  'POST /members/api/errors/:id/dismiss': { ...admins(404), at: '/members/api/errors/none000000000000/dismiss' },
};
