import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // 400: no show is given. Access is checked first
  'POST /members/api/bookings/import_orders': admins(400),
  'GET /members/api/bookings/import_orders': admins(200),
  // No import has this id
  'POST /members/api/bookings/import_orders/:id/undo': {
    ...admins(404),
    at: '/members/api/bookings/import_orders/aaaaaaaaaaaaaaaa/undo',
  },
};
