import { admins, here, type RouteCases, stewards } from '#tests/support/routes/route-cases.ts';

const order = '/members/api/bookings/orders/aaaaaaaaaaaaaaaa';

export const cases: RouteCases = {
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
