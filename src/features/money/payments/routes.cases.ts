import { admins, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Members get 403 because browsers may not send events. Visitors get 401 because the signature is missing
  'POST /hooks/square': members(403),
  // Admins pass the access check, then get 404 because there is no such refund, or 400 because the form is empty
  'POST /members/api/refunds/:id/record': { ...admins(404), at: '/members/api/refunds/aaaaaaaaaaaaaaaa/record' },
  'POST /members/api/refunds/:id/retry': { ...admins(404), at: '/members/api/refunds/aaaaaaaaaaaaaaaa/retry' },
  'POST /members/api/refunds/:id/settle': { ...admins(400), at: '/members/api/refunds/aaaaaaaaaaaaaaaa/settle' },
  'POST /members/api/get_sums/at_square/:id/dismiss': {
    ...admins(400),
    at: '/members/api/get_sums/at_square/a/dismiss',
  },
  // Admins pass the access check, then get 409 because nothing with this id was dismissed
  'POST /members/api/get_sums/at_square/:id/restore': {
    ...admins(409),
    at: '/members/api/get_sums/at_square/a/restore',
  },
};
