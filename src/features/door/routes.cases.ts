import { admins, always, type DemoIds, type RouteCases } from '#tests/support/route-cases.ts';

const door = '/members/bookings/door';
const asked = '/members/api/bookings/door';

export const cases: RouteCases = {
  'GET /members/bookings/door/:id': {
    ...admins(200),
    at: ({ performance }) => `${door}/${performance}`,
    looks: [({ performance }: DemoIds) => `${door}/${performance}`],
  },
  'GET /members/bookings/door/:id/list': {
    ...admins(200),
    at: ({ performance }) => `${door}/${performance}/list`,
    looks: [({ performance }: DemoIds) => `${door}/${performance}/list`],
  },
  'GET /members/bookings/door/worker.js': always(200),
  'GET /members/api/bookings/door/:id': { ...admins(200), at: ({ performance }) => `${asked}/${performance}` },
  // Admitted, and told that nothing is marked
  'POST /members/api/bookings/door/:id': { ...admins(400), at: ({ performance }) => `${asked}/${performance}` },
};
