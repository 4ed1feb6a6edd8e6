import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Admins pass the access check, then get 400 because no kind of email is given
  'POST /members/api/bookings/letters': admins(400),
};
