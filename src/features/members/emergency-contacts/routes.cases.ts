import { directors, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/emergency_contacts/:id': {
    ...directors(200),
    at: ({ show }) => `/members/emergency_contacts/${show}`,
    looks: [({ next }) => `/members/emergency_contacts/${next}`],
  },
  'POST /members/emergency_contacts/:id': {
    ...directors(200),
    at: ({ show }) => `/members/emergency_contacts/${show}`,
  },
};
