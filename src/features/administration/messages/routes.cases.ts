import { adminTools, always, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /contact': { ...always(200), looks: [here] },
  // This screen is the same as the contact page's
  'GET /contact/sent': { ...always(200), looks: [] },
  // The user is admitted, but the form is empty
  'POST /api/contact': always(400),
  'GET /members/feedback_form': { ...members(200), looks: [here] },
  // The user is admitted, but the form is empty
  'POST /members/api/feedback': members(400),
  'GET /members/admin/messages': { ...adminTools(200), looks: [here] },
  'GET /members/admin/messages.csv': adminTools(200),
  'GET /members/admin/messages/:kind/:id': {
    ...adminTools(200),
    at: ({ message }) => `/members/admin/messages/contact/${message}`,
    looks: [({ message }) => `/members/admin/messages/contact/${message}`],
  },
  // The user is admitted, but the reply is empty
  'POST /members/api/messages/:kind/:id/answer': {
    ...adminTools(400),
    at: ({ message }) => `/members/api/messages/contact/${message}/answer`,
  },
  'POST /members/api/messages/:kind/:id': {
    ...adminTools(400),
    at: ({ message }) => `/members/api/messages/contact/${message}`,
  },
};
