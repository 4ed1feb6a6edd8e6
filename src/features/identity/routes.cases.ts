import { admins, adminTools, always, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

const secondFactor: RouteCases = {
  'GET /members/api/passkey/known': always(200),
  // Members pass the access check. They then get 409 because the account has no passkey, or 400 because the body has no
  // passkey
  'POST /members/api/reauthenticate/passkey_options': members(409),
  'POST /members/api/reauthenticate/passkey': members(400),
  // Members pass the access check. They then get 400 because a field is missing, 409 because the account has no second
  // factor, or 404 because the passkey isn't theirs
  'POST /members/api/reauthenticate/second_factor': members(400),
  'POST /members/api/account_settings/two_factor': members(400),
  'POST /members/api/account_settings/two_factor/off': members(409),
  'POST /members/api/account_settings/recovery_codes': members(409),
  'POST /members/api/account_settings/passkeys/options': members(400),
  'POST /members/api/account_settings/passkeys': members(400),
  'POST /members/api/account_settings/passkeys/:id/remove': {
    ...members(404),
    at: ({ show }) => `/members/api/account_settings/passkeys/${show}/remove`,
  },
};

const signIn: RouteCases = {
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

const users: RouteCases = {
  'GET /members/admin/manage_users': { ...adminTools(200), looks: [here, '?status=awaiting'] },
  'GET /members/admin/manage_users.csv': adminTools(200),
  'GET /members/admin/manage_users/invite': { ...adminTools(200), looks: [here] },
  'GET /members/admin/manage_users/:id': {
    ...adminTools(200),
    at: ({ someone }) => `/members/admin/manage_users/${someone}`,
    looks: [({ someone }) => `/members/admin/manage_users/${someone}`],
  },
  'POST /members/api/admin/users/:id/access': {
    ...admins(400),
    at: ({ someone }) => `/members/api/admin/users/${someone}/access`,
  },
  'POST /members/api/admin/users/:id/email': {
    ...admins(400),
    at: ({ someone }) => `/members/api/admin/users/${someone}/email`,
  },
  'POST /members/api/admin/users/:id/deactivate': {
    ...admins(200),
    at: ({ someone }) => `/members/api/admin/users/${someone}/deactivate`,
  },
  'POST /members/api/admin/users/:id/activate': {
    ...admins(200),
    at: ({ someone }) => `/members/api/admin/users/${someone}/activate`,
  },
  'POST /members/api/admin/users/:id/end_sessions': {
    ...admins(200),
    at: ({ someone }) => `/members/api/admin/users/${someone}/end_sessions`,
  },
  'POST /members/api/admin/users/:id/reset_password': {
    ...admins(200),
    at: ({ someone }) => `/members/api/admin/users/${someone}/reset_password`,
  },
  'POST /members/api/admin/users/:id/remove_second_factor': {
    ...admins(400),
    at: ({ someone }) => `/members/api/admin/users/${someone}/remove_second_factor`,
  },
  // Users with Admin Tools pass the access check, then get 400 because the body is empty
  'POST /members/api/admin/invitations': adminTools(400),
  'POST /members/api/admin/invitations/read': adminTools(400),
  'POST /members/api/admin/invitations/:id/withdraw': {
    ...adminTools(409),
    at: '/members/api/admin/invitations/aaaaaaaaaaaaaaaa/withdraw',
  },
  'POST /members/api/admin/invitations/:id/restore': {
    ...adminTools(409),
    at: '/members/api/admin/invitations/aaaaaaaaaaaaaaaa/restore',
  },
  'GET /members/api/account_settings/my_data': members(200),
  'POST /members/api/account_settings/erase': members(400),
};

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = { 'second-factor': secondFactor, 'sign-in': signIn, users };
