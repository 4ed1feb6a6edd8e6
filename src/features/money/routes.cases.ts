import { admins, adminTools, here, members, type RouteCases, secretaries } from '#tests/support/routes/route-cases.ts';
import { receiptPath } from './subscriptions/paths.ts';

const accounting: RouteCases = {
  'GET /members/get_sums': { ...admins(200), looks: [here, '?startyear=1950'] },
  'GET /members/get_sums.csv': admins(200),
  'GET /members/get_subs': { ...admins(200), looks: [here, '?startyear=1950'] },
  'GET /members/get_subs.csv': admins(200),
  'GET /members/api/get_subs': admins(200),
  'GET /members/api/historic_sales': {
    ...admins(200),
    at: ({ show }) => `/members/api/historic_sales?show_id=${show}`,
  },
  // Admins pass the access check. Calls with a form respond with 400, because the form is empty. The others and the page
  // respond with 404, because the test sites have no practice provider
  'GET /members/get_sums/practice': { ...admins(404), looks: [here] },
  'POST /members/api/practice/payments/:id/refund': { ...admins(400), at: '/members/api/practice/payments/a/refund' },
  'POST /members/api/practice/payments/:id/dispute': { ...admins(404), at: '/members/api/practice/payments/a/dispute' },
  'POST /members/api/practice/refunds/:id/answer': { ...admins(400), at: '/members/api/practice/refunds/a/answer' },
  'POST /members/api/practice/disputes/:id/decide': { ...admins(400), at: '/members/api/practice/disputes/a/decide' },
  'POST /members/api/practice/banks': admins(400),
  // Admins pass the access check, then get 400 because the form is empty
  'POST /members/api/get_sums/payments': admins(400),
  'POST /members/api/get_sums/entries/:id/refund': {
    ...admins(400),
    at: ({ takings }) => `/members/api/get_sums/entries/${takings}/refund`,
  },
  'POST /members/api/get_sums/years/:start/close': { ...admins(400), at: '/members/api/get_sums/years/2199/close' },
  'POST /members/api/get_sums/years/:start/reopen': { ...admins(400), at: '/members/api/get_sums/years/2199/reopen' },
  'POST /members/api/get_sums/entries/:id/correct': {
    ...admins(400),
    at: '/members/api/get_sums/entries/aaaaaaaaaaaaaaaa/correct',
  },
};

const giftAidCall = '/members/api/account_settings/gift_aid';

const giftAid: RouteCases = {
  'GET /members/membership/gift_aid': { ...admins(200), looks: [here] },
  'GET /members/membership/gift_aid.csv': admins(200),
  // Members pass the access check, then get 400 because the form is empty
  [`POST ${giftAidCall}`]: members(400),
  // Members pass the access check, then get 409 because there is no declaration
  [`POST ${giftAidCall}/withdraw`]: members(409),
};

const payments: RouteCases = {
  // Members get 403 because browsers may not send events. Visitors get 401 because the signature is missing
  'POST /hooks/square': members(403),
  // Admins pass the access check, then get 404 because there is no such refund, or 400 because the form is empty
  'POST /members/api/refunds/:id/record': { ...admins(404), at: '/members/api/refunds/aaaaaaaaaaaaaaaa/record' },
  'POST /members/api/refunds/:id/retry': { ...admins(404), at: '/members/api/refunds/aaaaaaaaaaaaaaaa/retry' },
  'POST /members/api/refunds/:id/settle': { ...admins(400), at: '/members/api/refunds/aaaaaaaaaaaaaaaa/settle' },
  'POST /members/api/get_sums/at_square/:id/dismiss': {
    ...admins(400),
    at: '/members/api/get_sums/at_square/a/dismiss',
  },
  // Admins pass the access check, then get 409 because nothing with this id was dismissed
  'POST /members/api/get_sums/at_square/:id/restore': {
    ...admins(409),
    at: '/members/api/get_sums/at_square/a/restore',
  },
};

const accountSettings = '/members/api/account_settings';
const plans = '/members/api/admin/admin_settings/subs';
const cancelUnknown = `${accountSettings}/cancel_subscription/aaaaaaaaaaaaaaaa`;

const subscriptions: RouteCases = {
  [`GET ${receiptPath(':id')}`]: {
    ...members(404),
    ...{ member: 200, admin: 200 },
    at: ({ receipt }) => receiptPath(receipt),
    looks: [{ as: 'admin', to: ({ receipt }) => receiptPath(receipt) }],
  },
  // Members pass the access check, then get 400 because the form is empty
  [`POST ${accountSettings}/start_subscription`]: members(400),
  [`POST ${accountSettings}/subscription_card`]: members(400),
  [`POST ${accountSettings}/pay_subscription/:sub_id`]: {
    ...members(400),
    at: `${accountSettings}/pay_subscription/aaaaaaaaaaaaaaaa`,
  },
  // Users with access to these three routes pass the access check, then get 400 because the form is empty
  [`POST ${accountSettings}/subscription_contact/:sub_id`]: {
    ...members(400),
    at: `${accountSettings}/subscription_contact/aaaaaaaaaaaaaaaa`,
  },
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
  [`GET ${accountSettings}/cancel_subscription/:sub_id`]: { ...members(404), at: cancelUnknown },
  [`POST ${accountSettings}/cancel_subscription/:sub_id`]: { ...members(404), at: cancelUnknown },
  [`POST ${accountSettings}/cancel_subscription/:sub_id/undo`]: { ...members(404), at: `${cancelUnknown}/undo` },
};

/** The cases of each feature of this folder, by its name. */
export const cases: Readonly<Record<string, RouteCases>> = { accounting, 'gift-aid': giftAid, payments, subscriptions };
