import { deriveId } from '#platform/server/crypto/ids.ts';
import { admins, always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /tickets/waiting/joined': { ...always(200), looks: [here] },
  'GET /tickets/waiting/:id': {
    ...always(200),
    at: ({ performance }) => `/tickets/waiting/${performance}`,
    looks: [`/tickets/waiting/${deriveId('demo performance 2')}`],
  },
  // The key in the link is enough to open the page
  'GET /tickets/waiting/:id/:key': { ...always(200), at: ({ waitingLink }) => waitingLink, looks: [] },
  // Everybody passes the access check. Then 400 is returned because a field is missing, or 404 because the key isn't
  // valid
  'POST /api/tickets/waiting': always(400),
  'POST /api/tickets/waiting/:id/:key/leave': {
    ...always(404),
    at: '/api/tickets/waiting/aaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaa/leave',
  },
  'POST /api/tickets/waiting/:id/:key/confirm': {
    ...always(404),
    at: '/api/tickets/waiting/aaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaa/confirm',
  },
  'POST /api/tickets/waiting/:id/:key/change': {
    ...always(400),
    at: '/api/tickets/waiting/aaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaa/change',
  },
  // Admins pass the access check, then get 404 because no party has this id
  'POST /members/api/bookings/waiting/:id/confirm': {
    ...admins(404),
    at: '/members/api/bookings/waiting/aaaaaaaaaaaaaaaa/confirm',
  },
  'POST /members/api/bookings/waiting/:id/remove': {
    ...admins(404),
    at: '/members/api/bookings/waiting/aaaaaaaaaaaaaaaa/remove',
  },
};
