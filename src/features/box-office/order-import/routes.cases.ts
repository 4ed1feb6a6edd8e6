import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Admitted, and told that the show is missing
  'POST /members/api/bookings/import_orders': admins(400),
  'GET /members/api/bookings/import_orders': admins(200),
  // Nothing was imported under that name
  'POST /members/api/bookings/import_orders/:id/undo': {
    ...admins(404),
    at: '/members/api/bookings/import_orders/aaaaaaaaaaaaaaaa/undo',
  },
};
