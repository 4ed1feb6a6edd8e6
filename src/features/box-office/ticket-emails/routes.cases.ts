import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Admitted, and told that no email is given
  'POST /members/api/bookings/letters': admins(400),
};
