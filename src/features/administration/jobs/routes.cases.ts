import { adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

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
};
