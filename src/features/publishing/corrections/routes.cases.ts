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
  // Admitted, but the form is empty
  'POST /api/corrections': always(400),
  'GET /members/admin/corrections': { ...adminTools(200), looks: [here] },
  'GET /members/admin/corrections.csv': adminTools(200),
  // Admitted, but the request is empty
  'POST /members/api/corrections/:id/apply': {
    ...adminTools(400),
    at: ({ correction }) => `/members/api/corrections/${correction}/apply`,
  },
  'POST /members/api/corrections/:id/refuse': {
    ...adminTools(200),
    // Already decided by the request before this one
    admin: 409,
    at: ({ correction }) => `/members/api/corrections/${correction}/refuse`,
  },
  'POST /members/api/corrections/:id/undo': {
    ...adminTools(200),
    // Already decided by the request before this one
    admin: 409,
    at: ({ correction }) => `/members/api/corrections/${correction}/undo`,
  },
};
