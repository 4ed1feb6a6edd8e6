import { manageShowPath } from '#features/archive/shows/paths.ts';
import {
  admins,
  adminTools,
  always,
  directors,
  here,
  members,
  type RouteCases,
  secretaries,
} from '#tests/support/routes/route-cases.ts';

const accountSettings: RouteCases = {
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

const documents: RouteCases = {
  'GET /members/docs/manage': { ...admins(200), looks: [here] },
  // Admins pass the access check, then get 400 because nothing was sent
  'POST /members/api/docs/upload': admins(400),
  'POST /members/api/docs/text': admins(400),
  'POST /members/api/docs/:id': { ...admins(400), at: ({ file }) => `/members/api/docs/${file}` },
  'POST /members/api/docs/:id/replace': { ...admins(400), at: ({ file }) => `/members/api/docs/${file}/replace` },
  'GET /members/docs': { ...members(200), looks: [here] },
};

const emergencyContacts: RouteCases = {
  'GET /members/emergency_contacts/:id': {
    ...directors(200),
    at: ({ show }) => `/members/emergency_contacts/${show}`,
    looks: [({ next }) => `/members/emergency_contacts/${next}`],
  },
  'POST /members/emergency_contacts/:id': {
    ...directors(200),
    at: ({ show }) => `/members/emergency_contacts/${show}`,
  },
};

const handbook: RouteCases = {
  'GET /members/help': { ...members(200), looks: [here] },
  'GET /members/help/:job': {
    ...members(200),
    at: '/members/help/box-office',
    looks: ['/members/help/box-office', '/members/help/member'],
  },
};

const membershipList: RouteCases = {
  'GET /members/membership': { ...secretaries(200), looks: [here, '?status=lapsed'] },
  'GET /members/membership.csv': secretaries(200),
  'GET /members/membership/reminders': { ...secretaries(200), looks: [here] },
  'GET /members/membership/import': { ...secretaries(200), looks: [here] },
  // Secretaries pass the access check, then get 400 because there is no file
  'POST /members/api/membership/import': secretaries(400),
  'GET /members/api/membership/import': secretaries(200),
  // The id belongs to no import
  'POST /members/api/membership/import/:id/undo': {
    ...secretaries(404),
    at: '/members/api/membership/import/aaaaaaaaaaaaaaaa/undo',
  },
  'POST /members/api/membership/remind': secretaries(400),
  // The id belongs to no row
  'DELETE /members/api/membership/:id': { ...secretaries(404), at: '/members/api/membership/aaaaaaaaaaaaaaaa' },
};

const portal: RouteCases = {
  'GET /members/posts': { ...members(200), looks: [here] },
  'GET /members/dashboard': { ...members(200), looks: [here] },
  'GET /members/shows': { ...members(200), looks: [here] },
  'GET /members/show/:id': {
    ...members(200),
    at: ({ show }) => `/members/show/${show}`,
    looks: [({ next }) => `/members/show/${next}`, { as: 'admin', to: ({ next }) => `/members/show/${next}` }],
  },
  'GET /members/admin': { ...adminTools(200), looks: [here] },
  'POST /members/api/admin/first_hour/put_away': adminTools(200),
  // No backup has been made of the society in this test
  'POST /members/api/admin/restore_trial': adminTools(409),
};

const call =
  (name: string) =>
  ({ person }: { person: string }) =>
    `/members/api/portraits/${person}/${name}`;

const portraits: RouteCases = {
  'GET /members/portrait/:id': {
    ...adminTools(200),
    at: ({ person }) => `/members/portrait/${person}`,
    looks: [{ as: 'admin', to: ({ person }) => `/members/portrait/${person}` }],
  },
  // The visitor is admitted, then told that nothing was sent or that there is no portrait
  'POST /members/api/portraits/:id/upload': { ...adminTools(400), at: call('upload') },
  'POST /members/api/portraits/:id/agree': { ...adminTools(400), at: call('agree') },
  'POST /members/api/portraits/:id/withdraw': { ...adminTools(409), at: call('withdraw') },
  'POST /members/api/portraits/:id/delete': { ...adminTools(409), at: call('delete') },
  'POST /members/api/portraits/:id/restore': { ...adminTools(400), at: call('restore') },
  'GET /portraits/:id/:file': { ...always(404), at: '/portraits/none/small.webp' },
};

const showManagement: RouteCases = {
  // Directors pass the access check, then get 400 because nothing was sent
  'POST /members/api/upload_file/:show_id': { ...directors(400), at: ({ show }) => `/members/api/upload_file/${show}` },
  'POST /members/api/new_post/:show_id': { ...directors(400), at: ({ show }) => `/members/api/new_post/${show}` },
  // Admins pass the access check, then get 400 because the form is empty
  'POST /members/api/new_post': admins(400),
  'GET /members/api/manage_society': admins(200),
  'POST /members/api/posts/:post_id': { ...directors(400), at: ({ ofShow }) => `/members/api/posts/${ofShow}` },
  'GET /members/api/manage_show/:show_id': { ...directors(200), at: ({ show }) => `/members/api/manage_show/${show}` },
  'GET /members/api/delete_file/:file_id': {
    ...directors(200),
    at: ({ fileOfShow }) => `/members/api/delete_file/${fileOfShow}`,
  },
  'DELETE /members/api/files/:file_id': {
    ...directors(200),
    at: ({ fileOfShow }) => `/members/api/files/${fileOfShow}`,
  },
  'POST /members/api/files/:file_id/restore': {
    ...directors(200),
    at: ({ fileOfShow }) => `/members/api/files/${fileOfShow}/restore`,
  },
  'DELETE /members/api/posts/:post_id': { ...directors(200), at: ({ ofShow }) => `/members/api/posts/${ofShow}` },
  'POST /members/api/posts/:post_id/restore': {
    ...directors(200),
    at: ({ ofShow }) => `/members/api/posts/${ofShow}/restore`,
  },
  'POST /members/api/account_settings/told_of_posts': members(200),
  'GET /members/manage_shows': { ...admins(200), looks: [here] },
  'GET /members/manage_shows.csv': admins(200),
  'GET /members/manage_shows/:id/posters/:number': {
    ...admins(200),
    at: ({ show }) => `/members/manage_shows/${show}/posters/3`,
  },
  'GET /members/manage_shows/:id': { ...admins(302), at: ({ show }) => `/members/manage_shows/${show}` },
  'GET /members/manage_shows/new/:title': {
    ...admins(200),
    at: '/members/manage_shows/new/New_show',
    looks: ['/members/manage_shows/new/New_show'],
  },
  'GET /members/manage_shows/:id/:title': {
    ...admins(200),
    at: ({ show }) => `/members/manage_shows/${show}/Hamlet`,
    looks: [({ past }) => manageShowPath(past)],
  },
};

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = {
  'account-settings': accountSettings,
  documents,
  'emergency-contacts': emergencyContacts,
  handbook,
  'membership-list': membershipList,
  portal,
  portraits,
  'show-management': showManagement,
};
