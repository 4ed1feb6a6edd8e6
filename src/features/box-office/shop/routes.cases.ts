import { deriveId } from '#platform/server/crypto/ids.ts';
import { admins, always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

/** A performance with numbered seats. */
const numbered = deriveId('demo performance 1');

export const cases: RouteCases = {
  'GET /tickets': { ...always(200), looks: [here] },
  'GET /tickets/:id': {
    ...always(200),
    at: ({ performance }) => `/tickets/${performance}`,
    looks: [`/tickets/${deriveId('demo performance 0')}`],
  },
  'GET /tickets/:id/seats': {
    ...always(200),
    at: ({ performance }) => `/tickets/${performance}/seats`,
    looks: [`/tickets/${numbered}/seats`],
  },
  'GET /tickets/left.json': always(200),
  'GET /tickets/basket': { ...always(200), looks: [here] },
  // The key in the link is enough to open the page
  'GET /tickets/order/:id/:key': { ...always(200), at: ({ orderLink }) => orderLink, looks: [] },
  'GET /tickets/order/:id/:key/:file': {
    ...always(200),
    at: ({ orderLink, performance }) => `${orderLink}/${performance}.ics`,
  },
  'GET /tickets/offer/:id/:key': {
    ...always(200),
    at: ({ waitingLink }) => waitingLink.replace('/waiting/', '/offer/'),
    looks: [],
  },
  'GET /tickets/confirm/:id/:key': {
    ...always(200),
    at: ({ confirmLink }) => confirmLink,
    looks: [
      ({ confirmLinks }) => confirmLinks.waiting,
      ({ confirmLinks }) => confirmLinks.confirmed,
      ({ confirmLinks }) => confirmLinks.expired,
    ],
  },
  'POST /api/tickets/confirm/:id/:key': {
    ...always(404),
    at: '/api/tickets/confirm/aaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaa',
  },
  'POST /api/tickets/reopen': always(409),
  // Admins pass the access check, then get 404 because no basket has this id
  'POST /members/api/bookings/unconfirmed/:id/confirm': {
    ...admins(404),
    at: '/members/api/bookings/unconfirmed/aaaaaaaaaaaaaaaa/confirm',
  },
  'POST /members/api/bookings/unconfirmed/:id/decline': {
    ...admins(404),
    at: '/members/api/bookings/unconfirmed/aaaaaaaaaaaaaaaa/decline',
  },
  // 409 because no places are hoarded
  'POST /members/api/bookings/hoarded/:id/release': {
    ...admins(409),
    at: '/members/api/bookings/hoarded/aaaaaaaaaaaaaaaa/release',
  },
  'POST /api/tickets/offer/:id/:key': { ...always(404), at: '/api/tickets/offer/aaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaa' },
  // Everybody passes the access check. Then 400 is returned because a field is missing, or 409 because the visitor has
  // no basket
  'POST /api/tickets/hold': always(400),
  'POST /api/tickets/seats': always(400),
  'POST /api/tickets/take_away': always(400),
  'POST /api/tickets/empty': always(200),
  'POST /api/tickets/hold_again': always(409),
  'POST /api/tickets/promo': always(409),
  'POST /api/tickets/pay': always(400),
  'POST /members/api/bookings/promo_codes': admins(400),
  // Admins pass the access check, then get 400 because the form is empty
  'POST /members/api/bookings/promo_codes/:id/switch': {
    ...admins(400),
    at: '/members/api/bookings/promo_codes/aaaaaaaaaaaaaaaa/switch',
  },
};
