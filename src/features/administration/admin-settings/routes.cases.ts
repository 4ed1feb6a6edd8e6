import { adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/admin_settings': { ...adminTools(200), looks: [here] },
  'POST /members/api/admin/admin_settings/site_settings': adminTools(200),
};
