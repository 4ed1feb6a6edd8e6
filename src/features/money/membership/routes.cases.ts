import { adminTools, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  // Users with Admin Tools pass the access check, then get 400 because the form is empty
  'POST /members/api/admin/admin_settings/subs/add_new_plan': adminTools(400),
  'POST /members/api/admin/admin_settings/subs/:id': {
    ...adminTools(400),
    at: '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa',
  },
  'POST /members/api/admin/admin_settings/subs/:id/enabled': {
    ...adminTools(400),
    at: '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa/enabled',
  },
  'DELETE /members/api/admin/admin_settings/subs/:id': {
    ...adminTools(200),
    at: '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa',
  },
};
