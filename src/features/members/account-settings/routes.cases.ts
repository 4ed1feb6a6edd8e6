import { always, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/email/:token': { ...always(200), at: '/members/email/none', looks: ['/members/email/none'] },
  // The screen looks the same as the notices about signing in
  'GET /members/email_changed': { ...always(200), looks: [] },
  // Everybody passes the access check, then gets 409 because the link is invalid
  'POST /members/api/confirm_email': always(409),
  'POST /members/api/account_settings/change_email': members(400),
  'GET /members/account_settings': { ...members(200), looks: [here] },
  'POST /members/api/account_settings/change_password': members(400),
  'POST /members/api/account_settings/update_profile': members(400),
  'POST /members/api/account_settings/update_contact_details': members(400),
  'POST /members/api/account_settings/emergency_contact': members(400),
  'POST /members/api/account_settings/sessions/end_others': members(200),
  'POST /members/api/account_settings/sessions/:id/end': {
    ...members(404),
    at: ({ show }) => `/members/api/account_settings/sessions/${show}/end`,
  },
};
