import { admins, adminTools, always, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

const adminSettings: RouteCases = {
  'GET /members/admin/admin_settings': { ...adminTools(200), looks: [here] },
  'POST /members/api/admin/admin_settings/site_settings': adminTools(200),
};

const auditLog: RouteCases = {
  'GET /members/admin/audit': { ...adminTools(200), looks: [here] },
  'GET /members/admin/audit.csv': adminTools(200),
};

const mail: RouteCases = {
  'GET /members/admin/mails': { ...adminTools(200), looks: [here, '?standing=failed'] },
  'GET /members/admin/mails.csv': adminTools(200),
  'GET /members/admin/mails/:id': {
    ...adminTools(200),
    at: ({ mail }) => `/members/admin/mails/${mail}`,
    looks: [({ mail }) => `/members/admin/mails/${mail}`],
  },
  // The user is admitted, but a test site can't send email
  'POST /members/api/mails/test': adminTools(409),
  // This email has already been sent, so it can be sent again, but not retried or dismissed
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

const messages: RouteCases = {
  'GET /contact': { ...always(200), looks: [here] },
  // This screen is the same as the contact page's
  'GET /contact/sent': { ...always(200), looks: [] },
  // The user is admitted, but the form is empty
  'POST /api/contact': always(400),
  'GET /members/feedback_form': { ...members(200), looks: [here] },
  // The user is admitted, but the form is empty
  'POST /members/api/feedback': members(400),
  'GET /members/admin/messages': { ...adminTools(200), looks: [here] },
  'GET /members/admin/messages.csv': adminTools(200),
  'GET /members/admin/messages/:kind/:id': {
    ...adminTools(200),
    at: ({ message }) => `/members/admin/messages/contact/${message}`,
    looks: [({ message }) => `/members/admin/messages/contact/${message}`],
  },
  // The user is admitted, but the reply is empty
  'POST /members/api/messages/:kind/:id/answer': {
    ...adminTools(400),
    at: ({ message }) => `/members/api/messages/contact/${message}/answer`,
  },
  'POST /members/api/messages/:kind/:id': {
    ...adminTools(400),
    at: ({ message }) => `/members/api/messages/contact/${message}`,
  },
};

const monitoring: RouteCases = {
  'GET /members/admin/jobs': { ...adminTools(200), looks: [here] },
  // The user is admitted, but the job doesn't exist
  'POST /members/api/jobs/:kind/:key/retry': {
    ...adminTools(404),
    at: '/members/api/jobs/purge-trash/2020-01-01/retry',
  },
  'POST /members/api/jobs/:kind/:key/dismiss': {
    ...adminTools(404),
    at: '/members/api/jobs/purge-trash/2020-01-01/dismiss',
  },
  'GET /members/admin/errors': { ...adminTools(200), looks: [here] },
  // The user is admitted, but the error doesn't exist
  'POST /members/api/errors/:id/dismiss': { ...adminTools(404), at: '/members/api/errors/none000000000000/dismiss' },
  'GET /members/admin/updates': { ...adminTools(200), looks: [here] },
  // The user is admitted, but no URL is typed
  'POST /members/api/admin/updates': admins(400),
};

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = {
  'admin-settings': adminSettings,
  'audit-log': auditLog,
  mail,
  messages,
  monitoring,
};
