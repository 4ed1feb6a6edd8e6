import { adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/errors': { ...adminTools(200), looks: [here] },
  // The user is admitted, but the error doesn't exist
  'POST /members/api/errors/:id/dismiss': { ...adminTools(404), at: '/members/api/errors/none000000000000/dismiss' },
};
