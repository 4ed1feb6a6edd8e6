import { admins, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/bookings': { ...admins(200), looks: [here] },
};
