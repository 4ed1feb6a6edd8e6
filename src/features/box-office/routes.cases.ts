import { deriveId } from '#platform/server/crypto/ids.ts';
import { admins, always, type DemoIds, here, type RouteCases, stewards } from '#tests/support/routes/route-cases.ts';
import { printedTicketsPath, rowLabelsPath, seatingPath, wallPlanPath } from './seating/paths.ts';

const bookingChanges: RouteCases = {
  // Admins pass the access check, then get 400 because fields are missing
  'POST /members/api/bookings/add_booking_mod': admins(400),
  'POST /members/api/bookings/delete_booking_mod': admins(400),
};

const bookings: RouteCases = {
  'GET /members/bookings': { ...admins(200), looks: [here] },
  // 400: no show is given. Access is checked first
  'POST /members/api/bookings/historic_sales': admins(400),
  'GET /members/bookings/sales.csv': { ...admins(200), at: ({ show }) => `/members/bookings/sales.csv?show=${show}` },
};

const doorPage = '/members/bookings/door';
const doorApi = '/members/api/bookings/door';

const door: RouteCases = {
  'GET /members/door': { ...stewards(200), looks: [here] },
  'GET /members/bookings/door/:id': {
    ...stewards(200),
    at: ({ performance }) => `${doorPage}/${performance}`,
    looks: [({ performance }: DemoIds) => `${doorPage}/${performance}`],
  },
  'GET /members/bookings/door/:id/list': {
    ...stewards(200),
    at: ({ performance }) => `${doorPage}/${performance}/list`,
    looks: [({ performance }: DemoIds) => `${doorPage}/${performance}/list`],
  },
  'GET /members/bookings/door/worker.js': always(200),
  'GET /members/api/bookings/door/:id': { ...stewards(200), at: ({ performance }) => `${doorApi}/${performance}` },
  // 400: the request has no notes
  'POST /members/api/bookings/door/:id/notes': {
    ...stewards(400),
    at: ({ performance }) => `${doorApi}/${performance}/notes`,
  },
  'POST /members/api/bookings/door/notes/:id/confirm': {
    ...stewards(400),
    at: () => `${doorApi}/notes/aaaaaaaaaaaaaaaa/confirm`,
  },
  'POST /members/api/bookings/door/notes/:id/dismiss': {
    ...stewards(400),
    at: () => `${doorApi}/notes/aaaaaaaaaaaaaaaa/dismiss`,
  },
  // 400: the request has no check-ins
  'POST /members/api/bookings/door/:id': { ...stewards(400), at: ({ performance }) => `${doorApi}/${performance}` },
};

const orderImport: RouteCases = {
  // 400: no show is given. Access is checked first
  'POST /members/api/bookings/import_orders': admins(400),
  'GET /members/api/bookings/import_orders': admins(200),
  // No import has this id
  'POST /members/api/bookings/import_orders/:id/undo': {
    ...admins(404),
    at: '/members/api/bookings/import_orders/aaaaaaaaaaaaaaaa/undo',
  },
};

const order = '/members/api/bookings/orders/aaaaaaaaaaaaaaaa';

const orders: RouteCases = {
  // 400: the form is empty. Access is checked first
  'POST /members/api/bookings/orders': stewards(400),
  'POST /members/api/bookings/orders/:id/pay': { ...stewards(400), at: `${order}/pay` },
  'POST /members/api/bookings/orders/:id/unpay': { ...stewards(400), at: `${order}/unpay` },
  'GET /members/bookings/attention': { ...admins(200), looks: [here] },
  'POST /members/api/bookings/letters/:id/dismiss': {
    ...admins(404),
    at: '/members/api/bookings/letters/aaaaaaaaaaaaaaaa/dismiss',
  },
  'POST /members/api/bookings/orders/:id/cancel': { ...admins(404), at: `${order}/cancel` },
  'GET /members/bookings/order/:id': {
    ...admins(404),
    at: '/members/bookings/order/aaaaaaaaaaaaaaaa',
    looks: [{ as: 'admin', to: ({ order }) => `/members/bookings/order/${order}` }],
  },
  'POST /members/api/bookings/orders/:id': { ...admins(400), at: order },
  'POST /members/api/bookings/orders/:id/wishes': { ...admins(400), at: `${order}/wishes` },
  'POST /members/api/bookings/orders/:id/suggestion': { ...admins(400), at: `${order}/suggestion` },
  'POST /members/api/bookings/orders/:id/confirmation': { ...admins(404), at: `${order}/confirmation` },
  'POST /members/api/bookings/orders/:id/reissue': { ...admins(404), at: `${order}/reissue` },
  'POST /members/api/bookings/orders/:id/give_back': { ...admins(404), at: `${order}/give_back` },
  'POST /members/api/bookings/orders/:id/hand_back': { ...admins(404), at: `${order}/hand_back` },
  'POST /members/api/bookings/orders/:id/settle': { ...admins(400), at: `${order}/settle` },
  'POST /members/api/bookings/orders/:id/refund': { ...admins(400), at: `${order}/refund` },
  'POST /members/api/bookings/orders/:id/decide': { ...admins(400), at: `${order}/decide` },
  'POST /members/api/bookings/orders/:id/correct_refund': { ...admins(400), at: `${order}/correct_refund` },
  'POST /members/api/bookings/orders/:id/exchange': { ...admins(400), at: `${order}/exchange` },
  // Admins pass the access check, then get 400 because no kind of email is given
  'POST /members/api/bookings/letters': admins(400),
  'GET /members/api/orders/:showName': { ...admins(200), at: ({ show }) => `/members/api/orders/${show}` },
  // The show has no performance called `never`
  'GET /members/api/orders/:showName/:date': { ...admins(404), at: ({ show }) => `/members/api/orders/${show}/never` },
  'GET /members/bookings/orders.csv': { ...admins(200), at: ({ show }) => `/members/bookings/orders.csv?show=${show}` },
};

// These ids don't exist. A user with access gets 404, or 400 if a field is missing
const performance = '/members/api/bookings/performances/aaaaaaaaaaaaaaaa';
const ticketType = '/members/api/bookings/ticket_types/aaaaaaaaaaaaaaaa';

const performances: RouteCases = {
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

const seating: RouteCases = {
  'GET /members/bookings/seating/:id': {
    ...admins(200),
    at: ({ performance }) => seatingPath(performance),
    looks: [({ performance }: DemoIds) => seatingPath(performance)],
  },
  'GET /members/bookings/seating/:id/tickets': {
    ...admins(200),
    at: ({ performance }) => printedTicketsPath(performance),
    looks: [({ performance }: DemoIds) => printedTicketsPath(performance)],
  },
  'GET /members/bookings/seating/:id/wall': {
    ...admins(200),
    at: ({ performance }) => wallPlanPath(performance),
    looks: [({ performance }: DemoIds) => wallPlanPath(performance)],
  },
  'GET /members/bookings/seating/:id/rows': {
    ...admins(200),
    at: ({ performance }) => rowLabelsPath(performance),
    looks: [({ performance }: DemoIds) => rowLabelsPath(performance)],
  },
  'GET /members/api/bookings/seats/:id': {
    ...stewards(200),
    at: ({ performance }) => `/members/api/bookings/seats/${performance}`,
  },
  // 400: the request names no seats
  'POST /members/api/bookings/seats/:id/keep': {
    ...admins(400),
    at: ({ performance }) => `/members/api/bookings/seats/${performance}/keep`,
  },
  // 400: the request names no order
  'POST /members/api/bookings/seats/:id/tell': {
    ...admins(400),
    at: ({ performance }) => `/members/api/bookings/seats/${performance}/tell`,
  },
  'POST /members/api/bookings/seats/:id/known': {
    ...admins(400),
    at: ({ performance }) => `/members/api/bookings/seats/${performance}/known`,
  },
  'GET /members/api/seating/:showName/:date': {
    ...admins(200),
    at: ({ show, performance }) => `/members/api/seating/${show}/${performance}`,
  },
  'GET /seating-plan.js': always(200),
  // 400: the request is empty
  'POST /members/bookings/seating/:id': { ...admins(400), at: ({ performance }) => seatingPath(performance) },
};

/** A performance with numbered seats. */
const numbered = deriveId('demo performance 1');

const shop: RouteCases = {
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

const waitingList: RouteCases = {
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

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = {
  'booking-changes': bookingChanges,
  bookings,
  door,
  'order-import': orderImport,
  orders,
  performances,
  seating,
  shop,
  'waiting-list': waitingList,
};
