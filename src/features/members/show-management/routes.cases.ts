import { manageShowPath } from '#features/archive/shows/paths.ts';
import { admins, directors, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
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
