import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Refused since no kind of email is given, after the access check
  'POST /members/api/bookings/letters': admins(400),
};
