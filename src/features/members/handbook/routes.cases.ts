import { here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/help': { ...members(200), looks: [here] },
  'GET /members/help/:job': {
    ...members(200),
    at: '/members/help/box-office',
    looks: ['/members/help/box-office', '/members/help/member'],
  },
};
