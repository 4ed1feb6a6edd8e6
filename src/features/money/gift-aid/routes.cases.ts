import { admins, here, members, type RouteCases } from '#tests/support/routes/route-cases.ts';

const own = '/members/api/account_settings/gift_aid';

export const cases: RouteCases = {
  'GET /members/membership/gift_aid': { ...admins(200), looks: [here] },
  'GET /members/membership/gift_aid.csv': admins(200),
  // Members pass the access check, then get 400 because the form is empty
  [`POST ${own}`]: members(400),
  // Members pass the access check, then get 409 because there is no declaration
  [`POST ${own}/withdraw`]: members(409),
};
