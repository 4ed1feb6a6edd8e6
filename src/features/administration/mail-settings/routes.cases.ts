import { admins, adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/mail_settings': { ...adminTools(200), looks: [here] },
  // The user is admitted, but nothing is typed
  'POST /members/api/admin/mail_settings': admins(400),
  'POST /members/api/admin/mail_settings/try': admins(400),
  // The user is admitted, but there is no server to remove
  'POST /members/api/admin/mail_settings/remove': admins(409),
};
