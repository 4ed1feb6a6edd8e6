import { admins, adminTools, members, type RouteCases, secretaries } from '#tests/support/routes/route-cases.ts';
import { receiptPath } from './paths.ts';

const own = '/members/api/account_settings';
const plans = '/members/api/admin/admin_settings/subs';
const none = `${own}/cancel_subscription/aaaaaaaaaaaaaaaa`;

export const cases: RouteCases = {
  [`GET ${receiptPath(':id')}`]: {
    ...members(404),
    ...{ member: 200, admin: 200 },
    at: ({ receipt }) => receiptPath(receipt),
    looks: [{ as: 'admin', to: ({ receipt }) => receiptPath(receipt) }],
  },
  // Members pass the access check, then get 400 because the form is empty
  [`POST ${own}/start_subscription`]: members(400),
  [`POST ${own}/subscription_card`]: members(400),
  [`POST ${own}/pay_subscription/:sub_id`]: { ...members(400), at: `${own}/pay_subscription/aaaaaaaaaaaaaaaa` },
  // These users pass the access check, then get 400 because the form is empty
  [`POST ${own}/subscription_contact/:sub_id`]: { ...members(400), at: `${own}/subscription_contact/aaaaaaaaaaaaaaaa` },
  'POST /members/api/subscriptions/:sub_id/person': {
    ...admins(400),
    at: '/members/api/subscriptions/aaaaaaaaaaaaaaaa/person',
  },
  'POST /members/api/subscriptions/:sub_id/cancel': {
    ...secretaries(400),
    at: '/members/api/subscriptions/aaaaaaaaaaaaaaaa/cancel',
  },
  // Users with Admin Tools pass the access check, then get 400 because the form is empty; deleting an unknown plan gets
  // 200
  [`POST ${plans}/add_new_plan`]: adminTools(400),
  [`POST ${plans}/:id`]: { ...adminTools(400), at: `${plans}/aaaaaaaaaaaaaaaa` },
  [`POST ${plans}/:id/enabled`]: { ...adminTools(400), at: `${plans}/aaaaaaaaaaaaaaaa/enabled` },
  [`DELETE ${plans}/:id`]: { ...adminTools(200), at: `${plans}/aaaaaaaaaaaaaaaa` },
  // Members pass the access check, then get 404 because there is no such subscription
  [`GET ${own}/cancel_subscription/:sub_id`]: { ...members(404), at: none },
  [`POST ${own}/cancel_subscription/:sub_id`]: { ...members(404), at: none },
  [`POST ${own}/cancel_subscription/:sub_id/undo`]: { ...members(404), at: `${none}/undo` },
};
