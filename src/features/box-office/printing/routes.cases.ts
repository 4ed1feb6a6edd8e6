import { printedTicketsPath, rowLabelsPath, wallPlanPath } from '#features/box-office/seating/paths.ts';
import { admins, type DemoIds, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
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
};
