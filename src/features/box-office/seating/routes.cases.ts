import { admins, always, type DemoIds, type RouteCases, stewards } from '#tests/support/routes/route-cases.ts';
import { seatingPath } from './paths.ts';

export const cases: RouteCases = {
  'GET /members/bookings/seating/:id': {
    ...admins(200),
    at: ({ performance }) => seatingPath(performance),
    looks: [({ performance }: DemoIds) => seatingPath(performance)],
  },
  'GET /members/api/bookings/seats/:id': {
    ...stewards(200),
    at: ({ performance }) => `/members/api/bookings/seats/${performance}`,
  },
  // Admitted, and told that no seats are given
  'POST /members/api/bookings/seats/:id/keep': {
    ...admins(400),
    at: ({ performance }) => `/members/api/bookings/seats/${performance}/keep`,
  },
  // Admitted, and told that no order is given
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
  // Admitted, and told that the request is empty
  'POST /members/bookings/seating/:id': { ...admins(400), at: ({ performance }) => seatingPath(performance) },
};
