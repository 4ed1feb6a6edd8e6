import { adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/audit': { ...adminTools(200), looks: [here] },
  'GET /members/admin/audit.csv': adminTools(200),
};
