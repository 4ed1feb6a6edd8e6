import { always, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
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
