import { admins, adminTools, always, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

const reviews: RouteCases = {
  // Everybody is admitted, but without the address of a review the response is 400
  'POST /cors': always(400),
};

const shows: RouteCases = {
  'POST /members/api/account_settings/credit_style': members(400),
  'GET /members/admin/add-show-member': { ...adminTools(200), looks: [here] },
  // The user is admitted, and an empty save changes nothing
  'POST /members/api/manage_shows/:showId': { ...admins(200), at: ({ show }) => `/members/api/manage_shows/${show}` },
  'POST /members/api/manage_shows/:showId/restore': {
    ...admins(200),
    at: ({ show }) => `/members/api/manage_shows/${show}/restore`,
  },
  'POST /members/api/manage_shows/:showId/archive': {
    ...admins(200),
    at: ({ spareShow }) => `/members/api/manage_shows/${spareShow}/archive`,
  },
  // The user is admitted, but no file was sent
  'POST /members/api/manage_shows_import': admins(400),
  'GET /members/api/manage_shows_import': admins(200),
  // No import has this id
  'POST /members/api/manage_shows_import/:id/undo': {
    ...admins(404),
    at: '/members/api/manage_shows_import/aaaaaaaaaaaaaaaa/undo',
  },
  'GET /members/api/people': { ...adminTools(200), at: '/members/api/people?q=ann' },
  // The user is admitted, then the empty request is refused
  'POST /members/api/people/known': adminTools(400),
  'POST /members/api/admin/add_show_member': adminTools(400),
  'GET /members/admin/people': { ...adminTools(200), looks: [here] },
  'GET /members/admin/people.csv': adminTools(200),
  'GET /members/admin/people/:id': {
    ...adminTools(200),
    at: ({ person }) => `/members/admin/people/${person}`,
    looks: [({ person }) => `/members/admin/people/${person}`],
  },
  // The user is admitted, then the empty request is refused
  'POST /members/api/people/:id/rename': {
    ...adminTools(400),
    at: ({ person }) => `/members/api/people/${person}/rename`,
  },
  'POST /members/api/people/:id/credit_style': {
    ...adminTools(400),
    at: ({ person }) => `/members/api/people/${person}/credit_style`,
  },
  'POST /members/api/people/:id/merge': {
    ...adminTools(400),
    at: ({ person }) => `/members/api/people/${person}/merge`,
  },
  'POST /members/api/people/:id/two': { ...adminTools(400), at: ({ person }) => `/members/api/people/${person}/two` },
  'POST /members/api/people/:id/maybe_one': {
    ...adminTools(400),
    at: ({ person }) => `/members/api/people/${person}/maybe_one`,
  },
  'POST /members/api/people/:id/link': { ...admins(400), at: ({ person }) => `/members/api/people/${person}/link` },
  // The user is admitted, but there is nothing to undo
  'POST /members/api/people/:id/unmerge': {
    ...adminTools(409),
    at: ({ person }) => `/members/api/people/${person}/unmerge`,
  },
  'POST /members/api/people/:id/unlink': { ...admins(409), at: ({ person }) => `/members/api/people/${person}/unlink` },
};

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = { reviews, shows };
