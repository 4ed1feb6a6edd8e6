import { admins, here, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/audit': { ...admins(200), looks: [here] },
  'GET /members/admin/audit.csv': admins(200),
};
