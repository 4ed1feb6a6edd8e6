import { admins, always, type DemoIds, type RouteCases, stewards } from '#tests/support/routes/route-cases.ts';
import { printedTicketsPath, rowLabelsPath, seatingPath, wallPlanPath } from './paths.ts';

export const cases: RouteCases = {
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
