import { adminTools, always, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members': { ...always(302), signedOut: 200, looks: [here] },
  // Everybody passes the access check, then gets 400 because the form is empty
  'POST /members': always(400),
  'POST /members/api/reauthenticate/if_long_ago': members(200),
  // Members pass the access check, then get 400 because the password is missing
  'POST /members/api/reauthenticate': members(400),
  // Only users who come from another site see this screen; others are redirected
  'GET /members/logout': { ...members(302), looks: [] },
  'POST /members/api/logout': members(200),
  // Everybody passes the access check, then gets 400 because the form is empty
  'POST /members/api/register': always(400),
  'POST /members/api/register/again': always(400),
  'POST /members/api/forgotten': always(400),
  'POST /members/api/reset': always(400),
  'POST /members/api/confirm': always(400),
  'GET /members/registered': { ...always(200), looks: [here] },
  // The screen looks the same as `/members/registered`
  'GET /members/registered/invited': { ...always(200), looks: [] },
  'GET /members/confirmed': { ...always(200), looks: [here] },
  // The screen looks the same as `/members/confirmed`
  'GET /members/confirmed/open': { ...always(200), looks: [] },
  'GET /members/forgotten': { ...always(200), looks: [here] },
  // The screen looks the same as the other account notices
  'GET /members/forgotten/sent': { ...always(200), looks: [] },
  'GET /members/password-set': { ...always(200), looks: [here] },
  'GET /members/confirm/:token': {
    ...always(200),
    at: '/members/confirm/none',
    looks: ['/members/confirm/none'],
  },
  'GET /members/reset/:token': { ...always(200), at: '/members/reset/none', looks: ['/members/reset/none'] },
  'GET /members/invitation/:token': {
    ...always(302),
    signedOut: 200,
    at: '/members/invitation/none',
    looks: ['/members/invitation/none'],
  },
  'POST /members/api/admin/invite': adminTools(400),
  // Users with Admin Tools pass the access check, then get 409 because this user isn't waiting for approval
  'POST /members/api/admin/registrations/:id/approve': {
    ...adminTools(409),
    at: ({ user }) => `/members/api/admin/registrations/${user}/approve`,
  },
  'POST /members/api/admin/registrations/:id/decline': {
    ...adminTools(409),
    at: ({ user }) => `/members/api/admin/registrations/${user}/decline`,
  },
  'POST /members/api/admin/registrations/:id/reconsider': {
    ...adminTools(409),
    // Only an admin can reopen an account that has been used
    adminTools: 403,
    at: ({ user }) => `/members/api/admin/registrations/${user}/reconsider`,
  },
  'POST /members/api/admin/registrations/approve': adminTools(400),
  'POST /members/api/admin/registrations/decline': adminTools(400),
  'POST /members/api/admin/registrations/reconsider': adminTools(400),
  // With an empty body, a call gets 400 if it needs a field, and 401 if it needs a pending session
  'POST /members/api/second_factor': always(400),
  'POST /members/api/second_factor/passkey_options': always(401),
  'POST /members/api/second_factor/cancel': always(200),
  'POST /members/api/passkey/options': always(200),
  'POST /members/api/passkey': always(400),
};
