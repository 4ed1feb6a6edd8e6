import { admins, type RouteCases } from '#tests/support/routes/route-cases.ts';

// These ids don't exist. A user with access gets 404, or 400 if a field is missing
const performance = '/members/api/bookings/performances/aaaaaaaaaaaaaaaa';
const ticketType = '/members/api/bookings/ticket_types/aaaaaaaaaaaaaaaa';

export const cases: RouteCases = {
  // 400: the date is missing
  'POST /members/api/bookings/add_new_performance': admins(400),
  'POST /members/api/bookings/performances/:id': { ...admins(400), at: performance },
  'DELETE /members/api/bookings/performances/:id': { ...admins(404), at: performance },
  'POST /members/api/bookings/performances/:id/cancel': { ...admins(404), at: `${performance}/cancel` },
  'POST /members/api/bookings/performances/:id/restore': { ...admins(404), at: `${performance}/restore` },
  'POST /members/api/bookings/performances/:id/ticket_types': { ...admins(400), at: `${performance}/ticket_types` },
  'POST /members/api/bookings/ticket_types/:id': { ...admins(400), at: ticketType },
  'POST /members/api/bookings/ticket_types/:id/remove': { ...admins(404), at: `${ticketType}/remove` },
};
