import { admins, adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/updates': { ...adminTools(200), looks: [here] },
  // The user is admitted, but no address is typed
  'POST /members/api/admin/updates': admins(400),
};
