import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Admins pass the access check, then get 400 because fields are missing
  'POST /members/api/bookings/add_booking_mod': admins(400),
  'POST /members/api/bookings/delete_booking_mod': admins(400),
};
