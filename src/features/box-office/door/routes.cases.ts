import { always, type DemoIds, here, type RouteCases, stewards } from '#tests/support/routes/route-cases.ts';

const door = '/members/bookings/door';
const api = '/members/api/bookings/door';

export const cases: RouteCases = {
  'GET /members/door': { ...stewards(200), looks: [here] },
  'GET /members/bookings/door/:id': {
    ...stewards(200),
    at: ({ performance }) => `${door}/${performance}`,
    looks: [({ performance }: DemoIds) => `${door}/${performance}`],
  },
  'GET /members/bookings/door/:id/list': {
    ...stewards(200),
    at: ({ performance }) => `${door}/${performance}/list`,
    looks: [({ performance }: DemoIds) => `${door}/${performance}/list`],
  },
  'GET /members/bookings/door/worker.js': always(200),
  'GET /members/api/bookings/door/:id': { ...stewards(200), at: ({ performance }) => `${api}/${performance}` },
  // 400: the request has no notes
  'POST /members/api/bookings/door/:id/notes': {
    ...stewards(400),
    at: ({ performance }) => `${api}/${performance}/notes`,
  },
  'POST /members/api/bookings/door/notes/:id/confirm': {
    ...stewards(400),
    at: () => `${api}/notes/aaaaaaaaaaaaaaaa/confirm`,
  },
  'POST /members/api/bookings/door/notes/:id/dismiss': {
    ...stewards(400),
    at: () => `${api}/notes/aaaaaaaaaaaaaaaa/dismiss`,
  },
  // 400: the request has no check-ins
  'POST /members/api/bookings/door/:id': { ...stewards(400), at: ({ performance }) => `${api}/${performance}` },
};
