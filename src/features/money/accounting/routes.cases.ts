import { admins, here, type RouteCases } from '#tests/support/routes/route-cases.ts';

export const cases: RouteCases = {
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
