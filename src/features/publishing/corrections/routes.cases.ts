import { adminTools, always, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // The page after sending, without the form
  'GET /corrections/sent': { ...always(200), looks: [] },
  'GET /corrections/show/:id': {
    ...always(200),
    at: ({ show }) => `/corrections/show/${show}`,
    looks: [({ past }) => `/corrections/show/${past.id}`],
  },
  // The same form, with fewer fields
  'GET /corrections/person/:id': { ...always(200), at: ({ person }) => `/corrections/person/${person}`, looks: [] },
  // Everybody passes the access check, then gets 400 because the form is empty
  'POST /api/corrections': always(400),
  'GET /members/admin/corrections': { ...adminTools(200), looks: [here] },
  'GET /members/admin/corrections.csv': adminTools(200),
  // Users with Admin Tools pass the access check, then get 400 because the request is empty
  'POST /members/api/corrections/:id/apply': {
    ...adminTools(400),
    at: ({ correction }) => `/members/api/corrections/${correction}/apply`,
  },
  'POST /members/api/corrections/:id/refuse': {
    ...adminTools(200),
    // The other user's request has already rejected the correction
    admin: 409,
    at: ({ correction }) => `/members/api/corrections/${correction}/refuse`,
  },
  'POST /members/api/corrections/:id/undo': {
    ...adminTools(200),
    // The other user's request has already undone the decision
    admin: 409,
    at: ({ correction }) => `/members/api/corrections/${correction}/undo`,
  },
};
