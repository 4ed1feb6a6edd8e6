import { admins, adminTools, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
  'GET /members/admin/mails': { ...adminTools(200), looks: [here, '?standing=failed'] },
  'GET /members/admin/mails.csv': adminTools(200),
  'GET /members/admin/mails/:id': {
    ...adminTools(200),
    at: ({ mail }) => `/members/admin/mails/${mail}`,
    looks: [({ mail }) => `/members/admin/mails/${mail}`],
  },
  // The user is admitted, but a test site can't send email
  'POST /members/api/mails/test': adminTools(409),
  // An email that was already sent is sent again. It then can't be retried or dismissed
  'POST /members/api/mails/:id/again': { ...adminTools(200), at: ({ mail }) => `/members/api/mails/${mail}/again` },
  'POST /members/api/mails/:id/retry': { ...adminTools(409), at: ({ mail }) => `/members/api/mails/${mail}/retry` },
  'POST /members/api/mails/:id/let_go': { ...adminTools(409), at: ({ mail }) => `/members/api/mails/${mail}/let_go` },
  'GET /members/admin/mail_settings': { ...adminTools(200), looks: [here] },
  // The user is admitted, but nothing is typed
  'POST /members/api/admin/mail_settings': admins(400),
  'POST /members/api/admin/mail_settings/try': admins(400),
  // The user is admitted, but there is no server to remove
  'POST /members/api/admin/mail_settings/remove': admins(409),
};
