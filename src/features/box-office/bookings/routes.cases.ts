import { admins, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/bookings': { ...admins(200), looks: [here] },
  // 400: no show is given. Access is checked first
  'POST /members/api/bookings/historic_sales': admins(400),
  'GET /members/bookings/sales.csv': { ...admins(200), at: ({ show }) => `/members/bookings/sales.csv?show=${show}` },
};
