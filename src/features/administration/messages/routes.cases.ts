import { adminTools, here, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/messages': { ...adminTools(200), looks: [here] },
  'GET /members/admin/messages.csv': adminTools(200),
  'GET /members/admin/messages/:kind/:id': {
    ...adminTools(200),
    at: ({ message }) => `/members/admin/messages/contact/${message}`,
    looks: [({ message }) => `/members/admin/messages/contact/${message}`],
  },
  // Admitted, and asked for an answer
  'POST /members/api/messages/:kind/:id/answer': {
    ...adminTools(400),
    at: ({ message }) => `/members/api/messages/contact/${message}/answer`,
  },
  'POST /members/api/messages/:kind/:id': {
    ...adminTools(400),
    at: ({ message }) => `/members/api/messages/contact/${message}`,
  },
};
