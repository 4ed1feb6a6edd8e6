import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Admitted, and told that the show is missing
  'POST /members/api/bookings/import_orders': admins(400),
};
