import { admins, adminTools, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
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
