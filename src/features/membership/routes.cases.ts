import { admins, type RouteCases } from '#tests/support/route-cases.ts';

export const cases: RouteCases = {
  // Admitted, and told that the form is empty
  'POST /members/api/admin/admin_settings/subs/add_new_plan': admins(400),
  'POST /members/api/admin/admin_settings/subs/:id': {
    ...admins(400),
    at: '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa',
  },
  'POST /members/api/admin/admin_settings/subs/:id/enabled': {
    ...admins(400),
    at: '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa/enabled',
  },
  'DELETE /members/api/admin/admin_settings/subs/:id': {
    ...admins(200),
    at: '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa',
  },
};
