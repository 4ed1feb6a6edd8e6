import { admins, adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/jobs': { ...adminTools(200), looks: [here] },
  // The user is admitted, but the job doesn't exist
  'POST /members/api/jobs/:kind/:key/retry': {
    ...adminTools(404),
    at: '/members/api/jobs/purge-trash/2020-01-01/retry',
  },
  'POST /members/api/jobs/:kind/:key/dismiss': {
    ...adminTools(404),
    at: '/members/api/jobs/purge-trash/2020-01-01/dismiss',
  },
  'GET /members/admin/errors': { ...adminTools(200), looks: [here] },
  // The user is admitted, but the error doesn't exist
  'POST /members/api/errors/:id/dismiss': { ...adminTools(404), at: '/members/api/errors/none000000000000/dismiss' },
  'GET /members/admin/updates': { ...adminTools(200), looks: [here] },
  // The user is admitted, but no URL is typed
  'POST /members/api/admin/updates': admins(400),
};
